import { it } from 'vitest'

import type { Engine } from '@/lib/storage/storage'

import { sqliteAlone } from '../service'

/** `it` for a test whose outcome no engine decides, in a file where other tests run on both (`sqliteAlone`). */
export const unlessTwice = (engine: Engine) => it.runIf(sqliteAlone.includes(engine))
