// Every kind of effect, to choose from.
import { effects } from './en/effects.ts'

export const allKinds: readonly string[] = Object.keys(effects).map((key) => key.slice('effect.'.length))
