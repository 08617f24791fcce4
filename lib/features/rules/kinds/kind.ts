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
import type { RuledAccount, RuleNoticeTable, RuleTable } from '../tables'

export type RuleOf<K extends RuleKindName = RuleKindName> = Omit<RuleTable, 'condition'> & {
  readonly condition: ConditionOf<K>
}

/** The account to check, and how to call the service for it. */
export type RuleCheckContext = Pick<PanelContext, 'storage' | 'now' | 'callService' | 'isEmbedded'> & {
  readonly account: Pick<RuledAccount, 'id' | 'created_at'>
}

/** The text of one hit. */
export type HitDescription = {
  readonly title: string
  readonly lines: readonly string[]
  /** Panel page with details. */
  readonly path?: string
  /** Company and fact in one line, for the e-mail subject; absent if the hit has no such line. */
  readonly lead?: string
  /** True if the lines already name the time. */
  readonly isDated?: boolean
  /** Parts of the title and the lines that a register wrote, always in Polish. */
  readonly quoted?: readonly string[]
}

/** What a rule would have found. `since` is undefined if the stored data cannot answer at all. */
export type PreviewResult = { readonly since: Date | undefined; readonly found: readonly Date[] }

/** `all`: contents of all hits; undefined if there are too many to read. */
type HeadlineInput<K extends RuleKindName> = {
  readonly condition: ConditionOf<K>
  readonly count: number
  readonly all: readonly unknown[] | undefined
}

/** Recipient account, rule and link targets of an e-mail. */
export type MailContext = {
  readonly account: { readonly name: string }
  readonly ruleName: string
  readonly panelUrl: string | undefined
  readonly unsubscribe: UnsubscribeLinks | undefined
}

/**
 * One kind of rule, whose condition is a schema of `ruleCondition`. To add a kind, add a file next to this one and a
 * line in `registry.ts`.
 * Hit contents are what `find` wrote; they contain no personal number and no person's name.
 */
export type RuleKindOf<K extends RuleKindName> = {
  readonly name: K
  /**
   * Checks what changed since the last time and stores the matches of the account's rules; safe to repeat and to run in
   * several processes. Absent for kinds that a separate job checks.
   */
  readonly find?: (checkContext: RuleCheckContext) => Promise<void>
  /** When to check again although nothing changed and no rule was saved; an hour later by default. */
  readonly nextCheck?: (now: Date) => Date
  /** What a condition would have matched between an instant and now, by the same test as `find`. */
  readonly preview: (checkContext: RuleCheckContext, condition: ConditionOf<K>, from: Date) => Promise<PreviewResult>
  readonly messageType: (condition: ConditionOf<K>) => string
  /** Number of matches and their sources, without names. */
  readonly headline: (locale: Locale, input: HeadlineInput<K>) => string
  readonly describe: (locale: Locale, content: unknown) => HitDescription
  /** Number of service events that the hit represents; 1 by default. */
  readonly events?: (content: unknown) => number
  /** Severity, 0 being the gravest; by default all hits rank equally. */
  readonly rank?: (content: unknown) => number
  readonly path: string
  /** Panel page with the matches of one rule, if the kind has one. */
  readonly pathOf?: (ruleId: string) => string
  /** Panel page with exactly what one message of a rule reports, if the kind has one. */
  readonly noticePathOf?: (noticeId: string) => string
  /** Maximum number of hits listed in an e-mail. */
  readonly maxListed?: number
  /** Runs before a window is sent: removes hits that should no longer be sent. */
  readonly settle?: (db: AccountTx, window: { ruleId: string; after: number; before: string }) => Promise<void>
  /** Loads the current contents of hits that only reference data stored elsewhere, in their order. */
  readonly open?: (
    db: Db,
    context: { readonly rule: Pick<RuleTable, 'id' | 'account_id'>; readonly condition: ConditionOf<K> },
    contents: readonly string[],
  ) => Promise<readonly string[]>
  /** If true, the rule is checked right after it is saved, because the condition may already be met. */
  readonly isCheckedOnSave?: boolean
  /** A dedicated e-mail text; undefined to use the common one. */
  readonly mail?: (locale: Locale, contents: readonly unknown[], context: MailContext) => MailWords | undefined
  readonly reachedNow?: (checkContext: RuleCheckContext, condition: ConditionOf<K>) => Promise<readonly number[]>
  /** How the notice list shows the hit; undefined for a hit of another kind. */
  readonly reachedIn?: (content: unknown) => ReachedThreshold | undefined
  /** Throws if the user may not save such a rule, beyond the role check of the kind. */
  readonly requireMaySave?: (body: Pick<RuleBody, 'enabled'>, context: PanelContext) => Promise<void>
  /** Validates the rule and reads what saving requires; the returned function runs in the saving transaction. */
  readonly prepare?: (body: RuleBody, before: RuleTable | undefined, context: PanelContext) => Promise<SavePreparation>
  /** Maximum number of rules of this kind per account; by default kinds share a limit. */
  readonly limit?: number
  /** Runs in the transaction that deletes a rule. */
  readonly forget?: (db: AccountTx, accountId: string) => Promise<void>
  /** Rules that cannot check everything that they should, by id. */
  readonly listTroubles?: (
    db: Db,
    context: { readonly accountId: string; readonly now: Date },
  ) => Promise<ReadonlyMap<string, RuleTrouble>>
}

/** Acquires locks before the rule is locked; the returned function runs once the rule is saved. */
export type SavePreparation = (db: AccountTx) => Promise<(ruleId: string) => Promise<void>>

/** The page that a message of a rule opens. */
export const pathOfNotice = (
  { path, pathOf, noticePathOf }: Pick<RuleKind, 'path' | 'pathOf' | 'noticePathOf'>,
  { id, rule_id: ruleId }: Pick<RuleNoticeTable, 'id' | 'rule_id'>,
): string => noticePathOf?.(id) ?? pathOf?.(ruleId) ?? path

/** A rule kind with an unspecified condition type. */
export type RuleKind = Omit<
  RuleKindOf<RuleKindName>,
  'preview' | 'messageType' | 'headline' | 'reachedNow' | 'open'
> & {
  readonly preview: (checkContext: RuleCheckContext, condition: RuleCondition, from: Date) => Promise<PreviewResult>
  readonly messageType: (condition: RuleCondition) => string
  readonly headline: (locale: Locale, input: HeadlineInput<RuleKindName>) => string
  readonly reachedNow?: (checkContext: RuleCheckContext, condition: RuleCondition) => Promise<readonly number[]>
  readonly open?: (
    db: Db,
    context: { readonly rule: Pick<RuleTable, 'id' | 'account_id'>; readonly condition: RuleCondition },
    contents: readonly string[],
  ) => Promise<readonly string[]>
}

/** Safe: only this panel writes it, from input that its schema has validated. */
export const toRule = <K extends RuleKindName>(row: RuleTable): RuleOf<K> => ({
  ...row,
  condition: JSON.parse(row.condition) as ConditionOf<K>,
})

export const listRulesOfKind = async <K extends RuleKindName>(
  db: Db,
  accountId: string,
  kind: K,
): Promise<RuleOf<K>[]> => (await listEnabledRules(db, accountId, kind)).map((row) => toRule<K>(row))

/** The latest change of any of the rules; an empty string if there are no rules. */
export const lastChangeOf = (rules: readonly Pick<RuleTable, 'updated_at'>[]): string =>
  rules.map(({ updated_at: at }) => at).reduce((a, b) => (a > b ? a : b), '')
