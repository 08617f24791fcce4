'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { useAction } from '@/components/layout/use-action'
import { useViewer, usePermission } from '@/components/layout/viewer'
import { Card, CardBody } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Link } from '@/components/ui/link'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { SubjectDialog } from '@/components/ui/overlay/subject-dialog'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { query } from '@/lib/client/queries'
import { formatInteger, formatDateTime } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

import { keyColumns } from './columns'
import { type ListedKey, activeCount, type KeyList, creationBlock, keyHint, withKey } from './key-list'
import { KeysTable } from './keys-table'
import { useKeysNow } from './use-keys-now'

const CreateKeyDialog = lazyComponent(async () => (await import('./create-key-dialog')).CreateKeyDialog)

/** The dialog is mounted only while it is open, so that closing it discards everything about the key. */
function CreateKeyButton({ list }: { readonly list: KeyList | undefined }) {
  const t = useTranslations('keys')
  const { reason } = usePermission('keys.create')
  const block = useCreationBlock(list)
  return (
    <DialogButton
      variant="primary"
      disabledReason={reason ?? block}
      renderDialog={(close) => <CreateKeyDialog onClose={close} />}
    >
      <Icon name="plus" size={14} />
      {t('create')}
    </DialogButton>
  )
}

/** The reason on the disabled button; undefined if a key can be created. */
function useCreationBlock(list: KeyList | undefined): string | undefined {
  const t = useTranslations('keys')
  const locale = useLocale()
  const { plan } = useViewer().account
  const facts = useAccountFacts()
  const block = creationBlock(list ?? { items: [] }, useKeysNow(), facts)
  if (block === undefined) return undefined
  if (block === 'inactive') return t('inactive')
  if (block === 'plan') return t('noAccess', { plan })
  const count = list?.max_active ?? 0
  return t('limit', { count, n: formatInteger(count, locale) })
}

/** So that the first call of a new key is seen beside the terminal that makes it. */
const REFRESH_MS = 10_000

const RotateKeyDialog = lazyComponent(async () => (await import('./rotate-key-dialog')).RotateKeyDialog)

interface KeysViewProps {
  /** The address of the service, without `/v1`. */
  readonly server: string
}

export function KeysView({ server }: KeysViewProps) {
  const t = useTranslations('keys')
  const keys = useQuery({ ...query('keys.list', {}), refetchInterval: REFRESH_MS })
  const [deactivating, setDeactivating] = useState<ListedKey>()
  const [rotating, setRotating] = useState<ListedKey>()
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<CreateKeyButton list={keys.data} />} />
      <PlanBanner list={keys.data} />
      <Card title={t('title')} aside={keys.data && <ActiveCount list={keys.data} />}>
        <QueryView
          query={keys}
          skeleton={<ResourceTableSkeleton columns={keyColumns} rows={3} />}
          contentName={t('what')}
          isEmpty={({ items }) => items.length === 0}
          empty={<KeysEmpty canCreate={keys.data?.api_access !== false} />}
        >
          {(list) => <KeysTable list={list} onRotate={setRotating} onDeactivate={setDeactivating} />}
        </QueryView>
      </Card>
      {keys.data?.api_access !== false && (
        <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <CallCard server={server} />
          <ReplaceCard />
        </div>
      )}
      {rotating && <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(undefined)} />}
      <DeactivateDialog apiKey={deactivating} onClose={() => setDeactivating(undefined)} />
    </>
  )
}

function ActiveCount({ list }: { readonly list: KeyList }) {
  const t = useTranslations('keys')
  const active = activeCount(list, useKeysNow())
  return typeof list.max_active === 'number'
    ? t('active', { active, max: list.max_active })
    : t('activeOnly', { active })
}

/**
 * An example call that is free of charge. It reads the key from the environment, so that the key does not end up in a
 * shell history.
 */
function CallCard({ server }: { readonly server: string }) {
  const t = useTranslations('keys.call')
  const command = `curl '${server}/v1/usage/summary' \\\n  -H "x-api-key: $REGISTERS_API_KEY"`
  return (
    <Card title={t('title')} aside={<CopyButton value={command} iconOnly />}>
      <CardBody className="space-y-2.5">
        <p>{t('text')}</p>
        <pre className="rounded-md bg-hover px-3 py-2 font-mono text-sm break-all whitespace-pre-wrap">{command}</pre>
        <p>
          <Link href={routes.reference} className="underline underline-offset-2">
            {t('reference')}
          </Link>
        </p>
      </CardBody>
    </Card>
  )
}

function KeysEmpty({ canCreate }: { readonly canCreate: boolean }) {
  const t = useTranslations('keys')
  return <EmptyState title={t('empty')}>{canCreate ? t('emptyHint') : undefined}</EmptyState>
}

function PlanBanner({ list }: { readonly list: KeyList | undefined }) {
  const t = useTranslations('keys')
  const { plan } = useViewer().account
  const now = useKeysNow()
  if (list?.api_access !== false) return null
  return (
    <Banner tone="warn" className="mb-4">
      {t(activeCount(list, now) > 0 ? 'noAccessListed' : 'noAccess', { plan })}
    </Banner>
  )
}

function ReplaceCard() {
  const t = useTranslations('keys.replace')
  return (
    <Card title={t('title')}>
      <CardBody>
        <StepList steps={[t('step1'), t('step2'), t('step3')]} />
      </CardBody>
    </Card>
  )
}

export function StepList({ steps }: { readonly steps: readonly string[] }) {
  return (
    <ol className="list-decimal space-y-2 pl-5">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

interface DeactivateDialogProps {
  /** Undefined while the dialog is closed. */
  readonly apiKey: ListedKey | undefined
  readonly onClose: () => void
}

/** Names the key and the consequence, because a deactivation cannot be undone. */
function DeactivateDialog({ apiKey, onClose }: DeactivateDialogProps) {
  const t = useTranslations('keys')
  const client = useQueryClient()
  const { queryKey } = query('keys.list', {})
  const deactivate = useAction('keys.deactivate', {
    done: (updated) => t('deactivated', { name: updated.name ?? keyHint(updated) }),
    failed: t('deactivateFailed', { name: apiKey?.name ?? '' }),
    onSuccess: (updated) => client.setQueryData(queryKey, (list) => list && withKey(list, updated)),
    onSettled: onClose,
  })
  return (
    <SubjectDialog
      subject={apiKey}
      question={(shown) => ({
        title: t('deactivateTitle', { name: shown.name ?? keyHint(shown) }),
        confirmLabel: t('deactivate'),
        text: <Consequence apiKey={shown} />,
      })}
      onConfirm={({ id }) => deactivate.mutate({ params: { id } })}
      onClose={onClose}
      isPending={deactivate.isPending}
    />
  )
}

function Consequence({ apiKey }: { readonly apiKey: ListedKey }) {
  const t = useTranslations('keys')
  const locale = useLocale()
  const { last_used_at: lastUsed } = apiKey
  return (
    <>
      <p>{t('deactivateText', { key: keyHint(apiKey) })}</p>
      {lastUsed !== undefined && (
        <p className="mt-2 text-muted">
          {lastUsed === null ? t('deactivateUnused') : t('deactivateUsed', { when: formatDateTime(lastUsed, locale) })}
        </p>
      )}
    </>
  )
}
