import type { Logger } from 'pino'

import type { MigrationStep } from '@/lib/storage/schema/run-migrations'

/** Logs a line for each migration of an existing store, or one line for a new store. */
export function logMigrations(log: Logger): (step: MigrationStep) => void {
  let from: string | undefined
  return (step) => {
    switch (step.kind) {
      case 'waiting':
        log.info(
          { event: 'store.migrationWaits' },
          'another process migrates the store, or writes to it; this one waits',
        )
        break
      case 'begun':
        from = step.from
        if (from !== undefined)
          log.info({ event: 'store.migrationBegins', from, pending: step.pending }, 'the store is migrated')
        break
      case 'done': {
        const { name: migration, ms, rows } = step
        if (from !== undefined) log.info({ event: 'store.migrated', migration, ms, rows }, 'migration done')
        break
      }
      case 'ended': {
        const { to, ms } = step
        log.info(
          { event: 'store.migrationEnds', from: from ?? null, to, ms },
          from === undefined ? 'the store was created' : 'the store was migrated',
        )
        break
      }
    }
  }
}
