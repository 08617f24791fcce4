'use client'

import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { useCountValues } from '@/components/ui/use-count-values'
import type { Passage, WhyMatches } from '@/lib/domain/bzp/why-matches'

import { Highlighted } from './highlighted'
import { shortCpv } from './shown-notice'
import { useCpvNames } from './use-cpv-names'

/** Where the description was hit, in its own words. */
function PassageLine({ passage }: { readonly passage: Passage }) {
  return (
    <p className="text-sm">
      {passage.isCutBefore && '…\u00A0'}
      <Highlighted {...passage} />
      {passage.isCutAfter && '\u00A0…'}
    </p>
  )
}

/** The code that was hit with its name; how many others there are. One line, so that a name that comes later moves nothing. */
function CpvLine({ cpv: { code, isHit, others } }: { readonly cpv: NonNullable<WhyMatches['cpv']> }) {
  const t = useTranslations('bzp.notice')
  const nameOf = useCpvNames([code])
  const countValues = useCountValues()
  const name = nameOf(code)
  return (
    <p className="flex min-w-0 gap-1.5 text-sm text-muted" title={name}>
      <span className="shrink-0 tabular">{isHit ? <mark>{shortCpv(code)}</mark> : shortCpv(code)}</span>
      <span className="truncate">{name}</span>
      {others > 0 && (
        <span className="shrink-0 tabular" title={t('otherCodes', countValues(others))}>
          <span aria-hidden>+{others}</span>
          <span className="sr-only">{t('otherCodes', countValues(others))}</span>
        </span>
      )}
    </p>
  )
}

interface WhyLinesProps {
  readonly why: WhyMatches
  readonly className?: string
}

/** Why a notice was found, beside its title and authority: the words of its description, the NIP, the code. */
export function WhyLines({ why, className }: WhyLinesProps) {
  const t = useTranslations('bzp.notice')
  return (
    <div className={classNames('space-y-0.5', className)}>
      {why.passages.map((passage) => (
        <PassageLine key={passage.text} passage={passage} />
      ))}
      {why.nip !== null && (
        <p className="text-sm text-muted">
          {t('fields.nip')} <mark className="tabular">{why.nip}</mark>
        </p>
      )}
      {why.cpv && <CpvLine cpv={why.cpv} />}
    </div>
  )
}
