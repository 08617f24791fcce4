import type { Locale, Theme } from '@/lib/domain/format/locales'
import type { PageKey } from '@/lib/domain/pages'
import type { Role } from '@/lib/domain/roles'
import type { OwnAccount } from '@/lib/features/profile/contract'

/** What the frame shows around every page. */
export interface FrameData {
  readonly account: {
    readonly name: string
    readonly slug: string
    /** Display name: `Pro`. */
    readonly plan: string
  }
  readonly user: { readonly name?: string | null | undefined; readonly email: string; readonly role: Role }
  /** That the person may work in; the menu offers them where there are several. */
  readonly accounts: readonly OwnAccount[]
  readonly counts?: Partial<Record<PageKey, number>> | undefined
  readonly locale: Locale
  readonly theme: Theme
  /** The meter at the foot of the navigation is folded away. */
  readonly isMeterFolded: boolean
}

/** Server actions or callbacks; each writes its cookie or ends the session, and the page follows. */
export interface FrameActions {
  readonly setLocale: (locale: Locale) => void | Promise<void>
  readonly setTheme: (theme: Theme) => void | Promise<void>
  readonly signOut: () => void | Promise<void>
}
