'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

interface ChannelSecretProps {
  readonly secret: string
  readonly onDone: () => void
}

/** What a receiver does with every message, by the library of Standard Webhooks. */
const VERIFY = `import { Webhook } from 'standardwebhooks'
const webhook = new Webhook(secret)
const message = webhook.verify(rawBody, request.headers) // throws when it is not ours`

/** The secret, this one time, and how a message is verified by it. */
export function ChannelSecret({ secret, onDone }: ChannelSecretProps) {
  const t = useTranslations('channels.secret')
  return (
    <div className="space-y-4">
      <p>{t('text')}</p>
      <div className="flex flex-wrap items-center gap-2 rounded-md border bg-hover px-3 py-2">
        <code aria-label={t('label')} role="group" className="min-w-0 flex-1 basis-64 font-mono break-all">
          {secret}
        </code>
        <CopyButton value={secret} label={t('copy')} variant="primary" autoFocus />
      </div>
      <div>
        <div className="mb-1.5 flex items-center justify-between gap-2">
          <p>{t('verify')}</p>
          <CopyButton value={VERIFY} iconOnly />
        </div>
        <pre className="rounded-md bg-hover px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap">{VERIFY}</pre>
      </div>
      <div className="flex justify-end">
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </div>
  )
}
