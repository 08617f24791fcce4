'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'

import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { routes } from '@/lib/domain/routes'

/** What to do with a key: one call that costs nothing. The key comes from the environment, so that it ends up in no history. */
export function CallCard({ server }: { readonly server: string }) {
  const t = useTranslations('keys.call')
  const command = `curl '${server}/v1/usage/summary' \\\n  -H "x-api-key: $REGISTERS_API_KEY"`
  return (
    <Card labelledBy="call-title">
      <CardHeader title={t('title')} titleId="call-title" aside={<CopyButton value={command} iconOnly />} />
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
