import type auth from '@/messages/pl/auth.json'
import type bzp from '@/messages/pl/bzp.json'
import type common from '@/messages/pl/common.json'
import type filters from '@/messages/pl/filters.json'
import type keys from '@/messages/pl/keys.json'
import type layout from '@/messages/pl/layout.json'
import type monitors from '@/messages/pl/monitors.json'
import type overview from '@/messages/pl/overview.json'
import type reference from '@/messages/pl/reference.json'
import type reports from '@/messages/pl/reports.json'
import type spendCap from '@/messages/pl/spend-cap.json'
import type usage from '@/messages/pl/usage.json'

import type { Locale } from './locales'

/** Every message catalogue, by namespace. A new `messages/<locale>/<namespace>.json` gets its line here and in `namespaces`. */
export interface Messages {
  readonly auth: typeof auth
  readonly bzp: typeof bzp
  readonly common: typeof common
  readonly filters: typeof filters
  readonly layout: typeof layout
  readonly monitors: typeof monitors
  readonly overview: typeof overview
  readonly reference: typeof reference
  readonly reports: typeof reports
  readonly 'spend-cap': typeof spendCap
  readonly usage: typeof usage
  readonly keys: typeof keys
}

export type Namespace = keyof Messages

export const namespaces = [
  'filters',
  'monitors',
  'auth',
  'bzp',
  'common',
  'layout',
  'overview',
  'reference',
  'reports',
  'spend-cap',
  'usage',
  'keys',
] as const satisfies readonly Namespace[]

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
