'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { AddCompanies } from '@/components/shared/add-companies/add-companies'
import { Badge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { toast } from '@/components/ui/overlay/toast'
import type { PanelAnswer } from '@/lib/client/client'
import type { Role } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'

export interface WelcomeProps {
  readonly steps: PanelAnswer<'firstSteps.get'>
  /** Address of the service. */
  readonly server: string
}

/** The first steps of a new account, as far as the role may take them, and what is beside them. */
export function Welcome({ steps, server }: WelcomeProps) {
  const t = useTranslations('overview.welcome')
  return (
    <>
      <Card title={t('steps')} aside={<DismissButton />}>
        <ol className="divide-y">
          <CompaniesStep isDone={steps.has_companies} />
          <RulesStep isDone={steps.has_rules} />
          <CheckStep isDone={steps.has_check} />
        </ol>
      </Card>
      <Beside server={server} />
    </>
  )
}

function CompaniesStep({ isDone }: { readonly isDone: boolean }) {
  const t = useTranslations('overview.welcome')
  const { allowed } = usePermission('monitors.bulkCreate')
  return (
    <Step title={t('companies')} text={t('companiesText')} isDone={isDone} doneBy={allowed ? undefined : WRITERS}>
      <AddCompanies />
    </Step>
  )
}

function RulesStep({ isDone }: { readonly isDone: boolean }) {
  const t = useTranslations('overview.welcome')
  const { allowed } = usePermission('events.list')
  return (
    <Step title={t('rules')} text={t('rulesText')} isDone={isDone} doneBy={allowed ? undefined : READERS}>
      <LinkButton href={routes.notifications}>{t('rulesLink')}</LinkButton>
    </Step>
  )
}

function CheckStep({ isDone }: { readonly isDone: boolean }) {
  const t = useTranslations('overview.welcome')
  const { allowed, reason } = usePermission('whiteListRuns.create')
  return (
    <Step title={t('check')} text={t('checkText')} isDone={isDone} doneBy={allowed ? undefined : reason}>
      <LinkButton href={routes.whiteList}>{t('checkLink')}</LinkButton>
    </Step>
  )
}

const WRITERS: readonly Role[] = ['owner', 'compliance']
const READERS: readonly Role[] = ['owner', 'compliance', 'viewer']

interface StepProps {
  readonly title: string
  readonly text: string
  readonly isDone: boolean
  /** The roles that take the step, or a reason, if the viewer cannot. */
  readonly doneBy: readonly Role[] | string | undefined
  readonly children: ReactNode
}

function Step({ title, text, isDone, doneBy, children }: StepProps) {
  const t = useTranslations('overview.welcome')
  return (
    <li className="space-y-3 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{title}</h3>
        <Badge tone={isDone ? 'accent' : 'neutral'}>
          {isDone && <Icon name="check" size={12} />}
          {t(isDone ? 'done' : 'todo')}
        </Badge>
      </div>
      {!isDone && <p className="max-w-prose text-muted">{text}</p>}
      {!isDone && (doneBy === undefined ? children : <DoneBy who={doneBy} />)}
    </li>
  )
}

function DoneBy({ who }: { readonly who: readonly Role[] | string }) {
  const t = useTranslations('overview.welcome')
  const roles = useTranslations('layout.roles')
  if (typeof who === 'string') return <p>{who}</p>
  return <p>{t('byRole', { roles: who.map((role) => roles(role)).join(', ') })}</p>
}

/** For a developer and the team; other roles see what they can do. */
function Beside({ server }: { readonly server: string }) {
  const { role } = useViewer()
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {role === 'owner' ? (
        <>
          <DeveloperCard server={server} />
          <TeamCard />
        </>
      ) : (
        <RoleCard />
      )}
    </div>
  )
}

function DeveloperCard({ server }: { readonly server: string }) {
  const t = useTranslations('overview.welcome')
  const command = `curl '${server}/v1/usage/summary' -H "x-api-key: $REGISTERS_API_KEY"`
  return (
    <Card title={t('developer')} aside={<CopyButton value={command} iconOnly />}>
      <CardBody className="space-y-3">
        <p className="text-muted">{t('developerText')}</p>
        <pre className="rounded-md bg-hover px-3 py-2 font-mono text-sm break-all whitespace-pre-wrap">{command}</pre>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <LinkButton href={routes.settingsApi}>{t('key')}</LinkButton>
          <Link href={routes.reference} className="underline underline-offset-2">
            {t('reference')}
          </Link>
        </div>
      </CardBody>
    </Card>
  )
}

function TeamCard() {
  const t = useTranslations('overview.welcome')
  return (
    <Card title={t('team')}>
      <CardBody className="space-y-3">
        <p className="text-muted">{t('teamText')}</p>
        <LinkButton href={routes.settingsMembers}>{t('teamLink')}</LinkButton>
      </CardBody>
    </Card>
  )
}

const forMonitoring = { events: routes.events, search: routes.search, whiteList: routes.whiteList } as const
const forFinance = { usage: routes.usage, spendRules: routes.spendRules, search: routes.search } as const

function RoleCard() {
  const t = useTranslations('overview.welcome')
  const { role } = useViewer()
  const links = Object.entries(role === 'finance' ? forFinance : forMonitoring)
  return (
    <Card title={t('canSee')}>
      <CardBody>
        <ul className="space-y-1.5">
          {links.map(([key, href]) => (
            <li key={key}>
              <Link href={href} className="underline underline-offset-2">
                {t(key as keyof typeof forMonitoring | keyof typeof forFinance)}
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

/** Only the owner decides that for the account. */
function DismissButton() {
  const t = useTranslations('overview.welcome')
  const { allowed } = usePermission('firstSteps.dismiss')
  const undo = useAction('firstSteps.dismiss', { failed: (reason) => t('failed', { reason }) })
  const dismiss = useAction('firstSteps.dismiss', {
    failed: (reason) => t('failed', { reason }),
    onSuccess: () =>
      toast.success(t('dismissed'), {
        action: { label: t('undo'), onPress: () => undo.mutate({ body: { is_dismissed: false } }) },
      }),
  })
  if (!allowed) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      isPending={dismiss.isPending}
      onClick={() => dismiss.mutate({ body: { is_dismissed: true } })}
    >
      {t('dismiss')}
    </Button>
  )
}
