// All methods together, from one thin file per resource.
import type { Handlers } from '../rpc/contract.ts'
import { approvalApi } from './approval.ts'
import { auditApi } from './audit.ts'
import { briefingApi } from './briefing.ts'
import { calendarApi } from './calendar.ts'
import { callApi } from './call.ts'
import { controlApi } from './control.ts'
import { intentApi } from './intent.ts'
import { noteApi } from './notes.ts'
import { policyApi } from './policy.ts'
import { sessionApi } from './session.ts'
import { settingsApi } from './settings.ts'
import { suspensionApi } from './suspension.ts'
import { toolApi } from './tool.ts'
import type { ApiParts } from './types.ts'

/** The whole wire, on one kernel. */
export const createHandlers = (parts: ApiParts): Handlers => ({
  ...controlApi(parts),
  ...sessionApi(parts),
  ...toolApi(parts),
  ...intentApi(parts),
  ...callApi(parts),
  ...approvalApi(parts),
  ...suspensionApi(parts),
  ...policyApi(parts),
  ...auditApi(parts),
  ...settingsApi(parts),
  ...briefingApi(parts),
  ...noteApi(parts),
  ...calendarApi(parts),
})
