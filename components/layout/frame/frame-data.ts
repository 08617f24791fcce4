import type { Locale, Theme } from '@/lib/domain/format/locales'
import type { PageKey } from '@/lib/domain/pages'
import type { Role } from '@/lib/domain/roles'
import type { OwnAccount } from '@/lib/features/profile/contract'

export interface FrameData {
  readonly account: {
    readonly name: string
    readonly slug: string
    /** Display name, e.g. `Pro`. */
    readonly plan: string
  }
  readonly user: { readonly name?: string | null | undefined; readonly email: string; readonly role: Role }
  /** Accounts that the user may switch to; the menu lists them when there are several. */
  readonly accounts: readonly OwnAccount[]
  readonly counts?: Partial<Record<PageKey, number>> | undefined
  readonly locale: Locale
  readonly theme: Theme
  /** Whether the meter at the bottom of the navigation is collapsed. */
  readonly isMeterFolded: boolean
}

/** Server actions or callbacks. Each one writes its cookie or ends the session, and the page re-renders. */
export interface FrameActions {
  readonly setLocale: (locale: Locale) => void | Promise<void>
  readonly setTheme: (theme: Theme) => void | Promise<void>
  readonly signOut: () => void | Promise<void>
}
