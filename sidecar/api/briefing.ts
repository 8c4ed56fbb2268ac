// briefing/*
import type { Api, ApiParts } from './types.ts'

export const briefingApi = ({ briefing }: ApiParts): Api<'briefing/today'> => ({ 'briefing/today': () => briefing() })
