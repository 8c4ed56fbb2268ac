// suspension/*
import type { Api, ApiParts } from './types.ts'

type SuspensionMethods = 'suspension/list' | 'suspension/resume' | 'suspension/cancel'

export const suspensionApi = ({ kernel }: ApiParts): Api<SuspensionMethods> => ({
  'suspension/list': ({ all, limit }) => ({ suspensions: kernel.suspensions.list(all, limit) }),
  'suspension/resume': ({ id, answer }) => kernel.answers.resume(id, answer),
  'suspension/cancel': ({ id }) => kernel.answers.drop(id),
})
