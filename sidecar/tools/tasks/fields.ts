// What a task is given by.
import * as z from 'zod'

export const text = (most: number) => z.string().trim().max(most)
export const state = z.enum(['open', 'started', 'done', 'cancelled'])
export const due = text(200).describe('Plain words, a stamp or a date')
export const calendar = text(300).optional().describe('Id or name')
export const shared = {
  tags: z.array(text(100)).max(30).optional(),
  alarms: z.array(z.number().int().min(-10_080).max(525_600)).max(10).optional().describe('Minutes before it is due'),
}
export const priority = z.number().int().min(0).max(9).optional().describe('1 is the highest, 0 none')
