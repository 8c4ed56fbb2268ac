// One version for the program, its protocol answers and its backups.
import project from '../package.json' with { type: 'json' }

export const version: string = project.version
