'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { TextField } from '@/components/ui/inputs/text-field'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { toast } from '@/components/ui/overlay/toast'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery, act, refreshAfter } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

type Connection = PanelAnswer<'connection.read'>
type KeyTestResult = Pick<Connection['check'], 'state'> & { readonly fingerprint: string }
/** The result of testing or saving a key, without any part of the key. */
type Outcome =
  | { readonly kind: 'tested'; readonly tested: KeyTestResult }
  | { readonly kind: 'refused' | 'untested' | 'failed'; readonly reason: string }

/** Sets, tests, replaces and removes the account's API key. A typed key is sent once and never shown. */
export function ConnectionKey({ connection }: { readonly connection: Connection }) {
  const t = useTranslations('keys.connection.key')
  const [text, setText] = useState('')
  const { outcome, pending, test, save } = useKeyChange(() => setText(''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(text, false)
  }
  return (
    <Card title={t('title')}>
      <CardBody>
        <form className="space-y-3" onSubmit={submit} noValidate>
          <TextField
            label={t('label')}
            hint={t('hint')}
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <KeyOutcome outcome={outcome} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" isPending={pending === 'save'}>
              {t('save')}
            </Button>
            <Button onClick={() => void test(text)} isPending={pending === 'test'}>
              {t('test')}
            </Button>
            {outcome?.kind === 'untested' && (
              <Button variant="danger" onClick={() => void save(text, true)} isPending={pending === 'save'}>
                {t('saveUntested')}
              </Button>
            )}
          </div>
        </form>
        {connection.key.source === 'account' && <RemoveKey connection={connection} />}
      </CardBody>
    </Card>
  )
}

function KeyOutcome({ outcome }: { readonly outcome: Outcome | null }) {
  const t = useTranslations('keys.connection')
  if (outcome === null) return null
  if (outcome.kind === 'tested') {
    const { state, fingerprint } = outcome.tested
    return (
      <p role="status">
        {t('key.tested', { state: t(`states.${state}`), fingerprint })} {t(`advice.${state}`)}
      </p>
    )
  }
  return <Banner tone="danger">{t(`key.${outcome.kind}`, { reason: outcome.reason })}</Banner>
}

/** Calls the panel directly, because a TanStack Query mutation would retain its input, the key, in a cache. */
function useKeyChange(onSaved: () => void) {
  const t = useTranslations('keys.connection.key')
  const client = useQueryClient()
  const outcomeOf = useOutcome()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [pending, setPending] = useState<'test' | 'save' | null>(null)
  const runAction = async (action: 'test' | 'save', work: () => Promise<Outcome | null>) => {
    setPending(action)
    setOutcome(await work().catch(outcomeOf))
    setPending(null)
  }
  const test = (apiKey: string) =>
    runAction('test', async () => {
      const { check, fingerprint } = await act('connection.test', { body: { api_key: apiKey } })
      return { kind: 'tested', tested: { state: check.state, fingerprint } }
    })
  const save = (apiKey: string, untested: boolean) =>
    runAction('save', async () => {
      const connection = await act('connection.set', { body: { api_key: apiKey, untested } })
      client.setQueryData(panelQuery('connection.read', {}).queryKey, connection)
      void refreshAfter(client, 'connection.set')
      toast.success(t('saved'))
      onSaved()
      return null
    })
  return { outcome, pending, test, save }
}

function useOutcome() {
  const t = useTranslations('keys.connection')
  const toText = useFailureText()
  return (error: unknown): Outcome => {
    const code = isApiError(error) ? error.code : undefined
    if (code === 'invalid_input') return { kind: 'failed', reason: t('key.malformed') }
    if (code === 'key_refused') return { kind: 'refused', reason: '' }
    if (code === 'key_untested') return { kind: 'untested', reason: '' }
    return { kind: 'failed', reason: toText(error) }
  }
}

function RemoveKey({ connection }: { readonly connection: Connection }) {
  const t = useTranslations('keys.connection.key')
  const client = useQueryClient()
  const toText = useFailureText()
  const remove = useAction('connection.remove', {
    onSuccess: (updated) => client.setQueryData(panelQuery('connection.read', {}).queryKey, updated),
  })
  return (
    <div className="mt-4 border-t pt-3">
      <DeleteDialog
        title={t('removeTitle')}
        confirmLabel={t('remove')}
        onDelete={() => remove.mutateAsync({})}
        successText={t('removed')}
        failed={(error) => t('removeFailed', { reason: toText(error) })}
        button={{ variant: 'ghost', className: 'text-danger-ink!', children: t('remove') }}
      >
        <p>{t(connection.key.fallback === 'environment' ? 'removeToEnvironment' : 'removeToNone')}</p>
      </DeleteDialog>
    </div>
  )
}
