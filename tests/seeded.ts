// Property tests draw from one seed, so that a run can be repeated; STEWARD_SEED=N is another.
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env.STEWARD_SEED ?? 1) })
