import { it } from 'vitest'

import type { Engine } from '@/lib/storage/storage'

import { sqliteOnly } from '../service'

/** `it` for a test whose outcome does not depend on the engine, in a file whose other tests run on both (`sqliteAlone`). */
export const itOnOneEngine = (engine: Engine) => it.runIf(sqliteOnly.includes(engine))
