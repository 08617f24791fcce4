'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { InvitationResult } from '@/lib/features/members/contract'

/**
 * The result per address. Links that were not sent by e-mail are shown only here; if there are any, only the button
 * closes the dialog.
 */
export function LinksDialog({
  items,
  onClose,
}: {
  readonly items: readonly InvitationResult[]
  readonly onClose: () => void
}) {
  const t = useTranslations('members.result')
  const hasLinks = items.some(({ link }) => link !== null)
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      isDismissable={!hasLinks}
      size="md"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      {hasLinks && <p className="mb-3">{t('once')}</p>}
      <ul className="divide-y rounded-lg border">
        {items.map((item) => (
          <ResultRow key={item.email} item={item} />
        ))}
      </ul>
    </Dialog>
  )
}

function ResultRow({ item: { email, outcome, link } }: { readonly item: InvitationResult }) {
  const t = useTranslations('members.result')
  return (
    <li className="px-3 py-2.5">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium break-all">{email}</span>
        <Badge tone={outcome === 'invited' ? 'accent' : 'warn'}>{t(`outcomes.${outcome}`)}</Badge>
      </p>
      {link !== null && (
        <div className="mt-1.5">
          <ShownLink email={email} link={link} />
        </div>
      )}
    </li>
  )
}

interface ShownLinkProps {
  /** The recipient of the link. */
  readonly email: string
  readonly link: string
}

export function ShownLink({ email, link }: ShownLinkProps) {
  const t = useTranslations('members.result')
  return (
    <p className="flex items-center gap-2">
      <input
        readOnly
        value={link}
        aria-label={t('link', { email })}
        className="control min-w-0 flex-1 font-mono text-sm"
      />
      <CopyButton value={link} label={t('copy', { email })} iconOnly />
    </p>
  )
}
