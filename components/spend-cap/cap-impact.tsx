'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatNetGrosz, formatZloty } from '@/lib/domain/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/money'
import { capInForce, countOf } from '@/lib/domain/overage'

import type { CapForm } from './cap-choices'
import { capMeterOf, raisesToDefault, staysBlocked } from './cap-decision'
import type { Meter } from './use-meter'

/** What the chosen cap would mean and needs no question: more may be spent, or nothing is lifted. */
export function CapImpact({ meter, form }: { readonly meter: Meter; readonly form: CapForm }) {
  const t = useTranslations('spend-cap.editor')
  const locale = useLocale()
  const { reading } = form
  if (!form.isTouched || !reading.ok) return null
  const currentPln = capInForce(meter) / 100
  const spentGrosz = countOf(meter.overage_grosz)
  if (spentGrosz === undefined) return <Note>{t('spentUnknown')}</Note>
  if (staysBlocked(reading.capPln, capMeterOf(meter)))
    return <Note>{t('staysBlocked', { spent: formatNetGrosz(spentGrosz, locale) })}</Note>
  if (!raisesToDefault(reading.capPln, currentPln)) return null
  const figures = { from: formatZloty(currentPln, locale), to: formatZloty(DEFAULT_CEILING_PLN, locale) }
  return <Note>{t('raises', figures)}</Note>
}

function Note({ children }: { readonly children: string }) {
  return (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
      {children}
    </p>
  )
}
