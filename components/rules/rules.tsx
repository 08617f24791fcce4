'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useViewer } from '@/components/layout/viewer'
import { DeleteRule } from '@/components/shared/rules/delete-rule'
import { draftOfRule, type RuleDraft } from '@/components/shared/rules/rule-draft'
import type { RuleAction } from '@/components/shared/rules/rule-menu'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import type { PanelOutput } from '@/lib/features/contract'
import type { RuleKindName } from '@/lib/features/rules/contract/conditions'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { ruleColumns, ruleRowClass } from './columns'
import { conditions, newDraft, defaultsByKind } from './rule-draft'
import { type RuleFilter, RuleFilterBar, shownOf, useRuleFilter } from './rule-narrowing'
import { RulesTable } from './rules-table'
import { ruleTemplates } from './templates'

const RuleDialog = lazyComponent(() => import('./form/rule-dialog').then((module) => module.RuleDialog))
const NoticesDialog = lazyComponent(() =>
  import('@/components/shared/rules/notices-dialog').then((module) => module.NoticesDialog),
)

/** New matches and messages appear within a minute. */
const REFRESH_MS = 60_000

type Answer = PanelOutput<'rules.list'>

interface EditedRule {
  readonly rule?: Rule
  readonly draft: RuleDraft
}

const writableKinds = (answer: Answer | undefined): readonly RuleKindName[] =>
  answer?.kinds.filter(({ own, team }) => own || team).map(({ kind }) => kind) ?? []

interface RuleDialogState {
  readonly kind: Exclude<RuleAction, 'edit' | 'duplicate'>
  readonly rule: Rule
}

export function Rules() {
  const t = useTranslations('rules')
  const words = useTranslations('rules-form')
  const rules = useQuery({ ...panelQuery('rules.list', {}), refetchInterval: REFRESH_MS })
  const [edited, setEdited] = useState<EditedRule>()
  const [dialogState, setDialogState] = useState<RuleDialogState>()
  const narrowing = useRuleFilter()
  const begin = useNewDraft(rules.data, narrowing.kind)
  const { may, reason } = useWritableKinds(rules.data, narrowing.kind)
  const act = (kind: RuleAction, rule: Rule) => {
    const draft = draftOfRule(rule)
    if (kind === 'edit') setEdited({ rule, draft })
    else if (kind !== 'duplicate') setDialogState({ kind, rule })
    else setEdited({ draft: { ...draft, name: words('duplicateName', { name: rule.name }).slice(0, 80) } })
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button variant="primary" disabledReason={reason} onClick={() => setEdited({ draft: begin() })}>
            <Icon name="plus" size={14} />
            {t('create')}
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        {rules.data?.smtp === false && <Banner tone="warn">{t('noSmtp')}</Banner>}
        <RuleFilterBar answer={rules.data} narrowing={narrowing} />
        <Card>
          <QueryView
            query={rules}
            contentName={t('what')}
            skeleton={<ResourceTableSkeleton columns={ruleColumns} rows={4} row={{ className: ruleRowClass }} />}
            isEmpty={({ items }) => shownOf(items, narrowing).length === 0}
            empty={<NoRules may={may} narrowing={narrowing} onBegin={(draft) => setEdited({ draft: begin(draft) })} />}
          >
            {({ items, smtp }) => <RulesTable rules={shownOf(items, narrowing)} hasSmtp={smtp} onAct={act} />}
          </QueryView>
        </Card>
      </div>
      {edited && rules.data && (
        <RuleDialog
          key={edited.rule?.id ?? edited.draft.name}
          rule={edited.rule}
          draft={edited.draft}
          answer={rules.data}
          onClose={() => setEdited(undefined)}
        />
      )}
      <RuleDialogs dialogState={dialogState} onClose={() => setDialogState(undefined)} />
    </>
  )
}

function RuleDialogs({
  dialogState,
  onClose,
}: {
  readonly dialogState: RuleDialogState | undefined
  readonly onClose: () => void
}) {
  const t = useTranslations('rules.remove')
  const countValues = useCountValues()
  return (
    <>
      {dialogState?.kind === 'notices' && <NoticesDialog rule={dialogState.rule} onClose={onClose} />}
      <DeleteRule rule={dialogState?.kind === 'delete' ? dialogState.rule : undefined} onClose={onClose}>
        {({ waiting }) => (
          <>
            <p>{t('text')}</p>
            <p>{t('waiting', countValues(waiting))}</p>
          </>
        )}
      </DeleteRule>
    </>
  )
}

/** The shown kinds that the viewer may save, or the reason if there are none. */
function useWritableKinds(answer: Answer | undefined, shown: RuleKindName | undefined) {
  const t = useTranslations('rules')
  const roles = useTranslations('layout.roles')
  const may = writableKinds(answer).filter((each) => shown === undefined || each === shown)
  // Every user who sees rules of another kind may save them.
  const isDenied = answer !== undefined && may.length === 0
  return { may, reason: isDenied ? t('denied', { owner: roles('owner'), other: roles('finance') }) : undefined }
}

/** Returns a function that creates a draft for the viewer as recipient, in the viewer's language. */
function useNewDraft(
  answer: Answer | undefined,
  shown: RuleKindName | undefined,
): (overrides?: Partial<RuleDraft>) => RuleDraft {
  const { email } = useViewer()
  const language = useLocale()
  const userId = answer?.colleagues.find((each) => each.email === email)?.user_id
  const kinds = writableKinds(answer)
  const kind = shown !== undefined && kinds.includes(shown) ? shown : (kinds[0] ?? 'events')
  const start = { ...defaultsByKind[kind], condition: conditions[kind] }
  return (overrides) =>
    newDraft({ userId, language }, overrides?.condition === undefined ? { ...start, ...overrides } : overrides)
}

interface NoRulesProps {
  readonly may: readonly RuleKindName[]
  readonly narrowing: RuleFilter
  readonly onBegin: (draft: Partial<RuleDraft>) => void
}

function NoRules({ may, narrowing: { kind, text }, onBegin }: NoRulesProps) {
  const t = useTranslations('rules')
  if (text.trim() !== '') return <EmptyState title={t('noneFound')} />
  const offeredTemplates = ruleTemplates.filter(
    ({ draft: { condition } }) => may.includes(condition.kind) && (kind === undefined || condition.kind === kind),
  )
  const templates = (
    <div role="group" aria-label={t('templates.label')} className="flex flex-col items-stretch gap-2">
      {offeredTemplates.map(({ label, name, draft }) => (
        <Button
          key={label}
          className="h-auto! min-h-8.5 shrink! py-1.5 whitespace-normal!"
          onClick={() => onBegin({ ...draft, name: t(`templates.${name}`) })}
        >
          {t(`templates.${label}`)}
        </Button>
      ))}
      <Button variant="ghost" onClick={() => onBegin({})}>
        {t('templates.own')}
      </Button>
    </div>
  )
  return (
    <EmptyState title={t('empty.title')} action={may.length === 0 ? undefined : templates}>
      {t(may.length === 0 ? 'empty.reader' : 'empty.text')}
    </EmptyState>
  )
}
