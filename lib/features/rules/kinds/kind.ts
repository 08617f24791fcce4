import type { Locale } from '@/lib/domain/format/locales'
import type { UnsubscribeLinks } from '@/lib/features/deliveries/unsubscribe-links'
import type { PanelContext } from '@/lib/panel/context'
import type { MailWords } from '@/lib/panel/mail/mail-layout'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import type { ConditionOf, RuleCondition, RuleKindName } from '../contract/conditions'
import type { ReachedThreshold, RuleBody } from '../contract/rules'
import type { RuleTrouble } from '../contract/troubles'
import { listEnabledRules } from '../statements/rules'
import type { RuledAccount, RuleTable } from '../tables'

/** One rule with what it looks for. */
export type RuleOf<K extends RuleKindName = RuleKindName> = Omit<RuleTable, 'condition'> & {
  readonly condition: ConditionOf<K>
}

/** For whom is looked, and how the service is asked for them. */
export type Looking = Pick<PanelContext, 'storage' | 'now' | 'ask' | 'isEmbedded'> & {
  readonly account: Pick<RuledAccount, 'id' | 'created_at'>
}

/** How one thing that was found is said. */
export type SaidHit = {
  readonly title: string
  readonly lines: readonly string[]
  /** The page of the panel that has more of it. */
  readonly path?: string
  /** The company and the fact in one line, for a subject; left out where there is no such line. */
  readonly lead?: string
  /** True where the lines say of which time they are. */
  readonly isDated?: boolean
}

/** What a rule would have found. Undefined `since`: the store cannot tell at all. */
export type Retrospect = { readonly since: Date | undefined; readonly found: readonly Date[] }

/** `all`: what was found in whole; undefined where it is too much to be read at once. */
type Headed<K extends RuleKindName> = {
  readonly condition: ConditionOf<K>
  readonly count: number
  readonly all: readonly unknown[] | undefined
}

/** To whom a mail goes and where its links lead. */
export type MailPost = {
  readonly account: { readonly name: string }
  readonly panelUrl: string | undefined
  readonly unsubscribe: UnsubscribeLinks | undefined
}

/**
 * One kind of rule. Its condition is a schema of `ruleCondition`; a further kind is a file beside this one and a line in `registry.ts`.
 * Contents of hits are what `find` wrote: no personal number and no person's name stands in them.
 */
export type RuleKindOf<K extends RuleKindName> = {
  readonly name: K
  /**
   * Looks at what came since the last time and keeps what rules of the account find; safe to repeat, by several processes. Left out where
   * a job of its own does, for all accounts.
   */
  readonly find?: (looking: Looking) => Promise<void>
  /** When it looks again though nothing came and nothing was saved; where it is left out, an hour later. */
  readonly nextLook?: (now: Date) => Date
  /** What a condition would have found from an instant up to now, by the same test as `find`. */
  readonly lookBack: (looking: Looking, condition: ConditionOf<K>, from: Date) => Promise<Retrospect>
  /** Of messages to channels. */
  readonly messageType: (condition: ConditionOf<K>) => string
  /** How many and from where; no names. */
  readonly headline: (locale: Locale, headed: Headed<K>) => string
  readonly say: (locale: Locale, content: unknown) => SaidHit
  /** How many events of the service it stands for; 1 where it is left out. */
  readonly events?: (content: unknown) => number
  /** How grave it is, 0 the gravest; where it is left out, all of it is alike. */
  readonly rank?: (content: unknown) => number
  /** The page of the panel with all of it. */
  readonly path: string
  /** The page with what one rule found, where there is one. */
  readonly pathOf?: (ruleId: string) => string
  /** How many a mail lists. */
  readonly listed?: number
  /** Before a window is told: what is to be told in it no more. */
  readonly settle?: (db: AccountTx, window: { ruleId: string; after: number; before: string }) => Promise<void>
  /** What contents say now: hits that only name what is kept elsewhere. In their order. */
  readonly open?: (
    db: Db,
    of: { readonly rule: Pick<RuleTable, 'id' | 'account_id'>; readonly condition: ConditionOf<K> },
    contents: readonly string[],
  ) => Promise<readonly string[]>
  /** It looks as soon as a rule is saved: what is looked for may be so already. */
  readonly isLookedAtOnce?: boolean
  /** A mail with words of its own; undefined where the common ones serve. */
  readonly mail?: (locale: Locale, contents: readonly unknown[], post: MailPost) => MailWords | undefined
  /** Thresholds of a condition that are reached now. */
  readonly reachedNow?: (looking: Looking, condition: ConditionOf<K>) => Promise<readonly number[]>
  /** How what was found is listed with the message that told it; undefined for what another kind found. */
  readonly reachedIn?: (content: unknown) => ReachedThreshold | undefined
  /** Throws where whoever saves may not have such a rule, beyond what roles of the kind say. */
  readonly requireMaySave?: (body: Pick<RuleBody, 'enabled'>, context: PanelContext) => Promise<void>
  /** Checks what is to be saved and reads what it takes; what it gives is run in the transaction that saves. */
  readonly prepare?: (body: RuleBody, before: RuleTable | undefined, context: PanelContext) => Promise<Begin>
  /** The most that an account has of them; where it is left out, they share a limit. */
  readonly limit?: number
  /** When a rule of an account is gone, in the transaction that deletes it. */
  readonly forget?: (db: AccountTx, accountId: string) => Promise<void>
  /** Rules that do not look for all that they should, by id. */
  readonly listTroubles?: (
    db: Db,
    of: { readonly accountId: string; readonly now: Date },
  ) => Promise<ReadonlyMap<string, RuleTrouble>>
}

/** Takes its own locks, before the rule is locked; what it gives is run once the rule is saved. */
export type Begin = (db: AccountTx) => Promise<(ruleId: string) => Promise<void>>

/** Whatever its condition. */
export type RuleKind = Omit<
  RuleKindOf<RuleKindName>,
  'lookBack' | 'messageType' | 'headline' | 'reachedNow' | 'open'
> & {
  readonly lookBack: (looking: Looking, condition: RuleCondition, from: Date) => Promise<Retrospect>
  readonly messageType: (condition: RuleCondition) => string
  readonly headline: (locale: Locale, headed: Headed<RuleKindName>) => string
  readonly reachedNow?: (looking: Looking, condition: RuleCondition) => Promise<readonly number[]>
  readonly open?: (
    db: Db,
    of: { readonly rule: Pick<RuleTable, 'id' | 'account_id'>; readonly condition: RuleCondition },
    contents: readonly string[],
  ) => Promise<readonly string[]>
}

/** Sound: written by this panel alone, from input that its schema has checked. */
export const toRule = <K extends RuleKindName>(row: RuleTable): RuleOf<K> => ({
  ...row,
  condition: JSON.parse(row.condition) as ConditionOf<K>,
})

/** Rules of a kind that are on. */
export const listRulesOf = async <K extends RuleKindName>(db: Db, accountId: string, kind: K): Promise<RuleOf<K>[]> =>
  (await listEnabledRules(db, accountId, kind)).map((row) => toRule<K>(row))

/** When the last of the rules was changed; empty without any. */
export const lastChangeOf = (rules: readonly Pick<RuleTable, 'updated_at'>[]): string =>
  rules.map(({ updated_at: at }) => at).reduce((a, b) => (a > b ? a : b), '')
