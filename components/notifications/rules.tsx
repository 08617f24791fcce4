'use client'

import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useViewer } from '@/components/layout/viewer'
import { useCancelledText } from '@/components/shared/rules/use-cancelled-text'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery, panelMutation } from '@/lib/client/queries'
import type { PanelOutput } from '@/lib/contract/panel-table'
import type { RuleKindName } from '@/lib/contract/panel/rule-conditions'
import type { Rule } from '@/lib/contract/panel/rules'
import { isApiError } from '@/lib/domain/api-error'

import { conditions, draftOfRule, newDraft, type RuleDraft, startOfKind } from './rule-draft'
import { type Narrowing, RuleNarrowing, shownOf, useNarrowing } from './rule-narrowing'
import { RulesTable } from './rules-table'
import { ruleTemplates } from './templates'

const RuleDialog = lazyComponent(() => import('./form/rule-dialog').then((module) => module.RuleDialog))
const NoticesDialog = lazyComponent(() =>
  import('@/components/shared/rules/notices-dialog').then((module) => module.NoticesDialog),
)

/** What is found and sent meanwhile shows within a minute. */
const REFRESH_MS = 60_000

type Answer = PanelOutput<'rules.list'>

interface Edited {
  /** Undefined: a new one. */
  readonly rule?: Rule
  readonly draft: RuleDraft
}

/** Kinds of rules that the viewer may save. */
const writableKinds = (answer: Answer | undefined): readonly RuleKindName[] =>
  answer?.kinds.filter(({ own, team }) => own || team).map(({ kind }) => kind) ?? []

/** What is asked about one rule. */
interface Asked {
  readonly kind: 'notices' | 'delete'
  readonly rule: Rule
}

/** Who is told what, and when. */
export function Rules() {
  const t = useTranslations('notifications')
  const rules = useQuery({ ...panelQuery('rules.list', {}), refetchInterval: REFRESH_MS })
  const [edited, setEdited] = useState<Edited>()
  const [asked, setAsked] = useState<Asked>()
  const narrowing = useNarrowing()
  const begin = useNewDraft(rules.data, narrowing.kind)
  const { may, reason } = useWriting(rules.data, narrowing.kind)
  const duplicate = (rule: Rule) =>
    setEdited({ draft: { ...draftOfRule(rule), name: t('duplicateName', { name: rule.name }).slice(0, 80) } })
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
        <RuleNarrowing answer={rules.data} narrowing={narrowing} />
        <Card>
          <QueryView
            query={rules}
            what={t('what')}
            skeleton={<SkeletonRows rows={4} />}
            isEmpty={({ items }) => shownOf(items, narrowing).length === 0}
            empty={<NoRules may={may} narrowing={narrowing} onBegin={(draft) => setEdited({ draft: begin(draft) })} />}
          >
            {({ items, smtp }) => (
              <RulesTable
                rules={shownOf(items, narrowing)}
                hasSmtp={smtp}
                onEdit={(rule) => setEdited({ rule, draft: draftOfRule(rule) })}
                onDuplicate={duplicate}
                onNotices={(rule) => setAsked({ kind: 'notices', rule })}
                onDelete={(rule) => setAsked({ kind: 'delete', rule })}
              />
            )}
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
      <AskedOfRule asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function AskedOfRule({ asked, onClose }: { readonly asked: Asked | undefined; readonly onClose: () => void }) {
  return (
    <>
      {asked?.kind === 'notices' && <NoticesDialog rule={asked.rule} onClose={onClose} />}
      <DeleteRule rule={asked?.kind === 'delete' ? asked.rule : undefined} onClose={onClose} />
    </>
  )
}

/** Kinds of those shown that the viewer may save; why not, where none. */
function useWriting(answer: Answer | undefined, shown: RuleKindName | undefined) {
  const t = useTranslations('notifications')
  const roles = useTranslations('layout.roles')
  const may = writableKinds(answer).filter((each) => shown === undefined || each === shown)
  // Rules of every other kind can be had by whoever sees them.
  const isDenied = answer !== undefined && may.length === 0
  return { may, reason: isDenied ? t('denied', { owner: roles('owner'), other: roles('finance') }) : undefined }
}

/** To the viewer themselves, in the language that they read. */
function useNewDraft(
  answer: Answer | undefined,
  shown: RuleKindName | undefined,
): (given?: Partial<RuleDraft>) => RuleDraft {
  const { email } = useViewer()
  const language = useLocale()
  const userId = answer?.colleagues.find((each) => each.email === email)?.user_id
  // Of the kind that the page shows, else the first that the viewer may save.
  const kinds = writableKinds(answer)
  const kind = shown !== undefined && kinds.includes(shown) ? shown : (kinds[0] ?? 'events')
  const start = { ...startOfKind[kind], condition: conditions[kind] }
  return (given) => newDraft({ userId, language }, given?.condition === undefined ? { ...start, ...given } : given)
}

interface NoRulesProps {
  readonly may: readonly RuleKindName[]
  readonly narrowing: Narrowing
  readonly onBegin: (draft: Partial<RuleDraft>) => void
}

function NoRules({ may, narrowing: { kind, text }, onBegin }: NoRulesProps) {
  const t = useTranslations('notifications')
  if (text.trim() !== '') return <EmptyState title={t('noneFound')} />
  const ready = ruleTemplates.filter(
    ({ draft: { condition } }) => may.includes(condition.kind) && (kind === undefined || condition.kind === kind),
  )
  const templates = (
    <div role="group" aria-label={t('templates.label')} className="flex flex-col items-stretch gap-2">
      {ready.map(({ label, name, draft }) => (
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

interface DeleteRuleProps {
  /** Undefined while nothing is asked. */
  readonly rule: Rule | undefined
  readonly onClose: () => void
}

/** Asks before a rule goes with what it found and was not told. */
function DeleteRule({ rule, onClose }: DeleteRuleProps) {
  const t = useTranslations('notifications.remove')
  const counted = useCountValues()
  const withCancelled = useCancelledText()
  const client = useQueryClient()
  // The dialog fades out with what it asked about.
  const [shown, setShown] = useState(rule)
  if (rule !== undefined && rule !== shown) setShown(rule)
  const name = shown?.name ?? ''
  const remove = useMutation({
    ...panelMutation('rules.delete'),
    onSuccess: ({ cancelled }) => toast.success(withCancelled(t('done', { name }), cancelled)),
    // Somebody else was faster: it is gone, which is what was asked for.
    onError: (error) =>
      isApiError(error) && error.status === 404 ? toast.success(t('done', { name })) : toast.error(t('failed')),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['panel', 'rules'] })
      onClose()
    },
  })
  return (
    <ConfirmDialogLazy
      title={t('title', { name })}
      isOpen={rule !== undefined}
      onClose={onClose}
      confirmLabel={t('confirm')}
      tone="danger"
      onConfirm={() => rule && remove.mutate({ params: { id: rule.id } })}
      isPending={remove.isPending}
    >
      <p>{t('text')}</p>
      <p>{t('waiting', counted(shown?.waiting ?? 0))}</p>
    </ConfirmDialogLazy>
  )
}
