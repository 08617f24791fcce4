'use client'

import { useTranslations } from 'use-intl'

import { msigSite } from '@/lib/domain/events/register-sites'
import { type PagedList, registerRows } from '@/lib/domain/registers/register-rows'

/**
 * The publisher of the data, and where the law has closed the register (act of 5 August 2015, Dz.U. 2015 poz. 1634).
 */
export function RegisterSource({ list }: { readonly list: PagedList | 'msig' }) {
  const t = useTranslations('registers.sources')
  const site = list === 'msig' ? msigSite : registerRows[list].site
  return (
    <p className="mt-3 max-w-prose text-sm text-muted">
      {t(list)}{' '}
      <a href={site} target="_blank" rel="noreferrer" className="underline underline-offset-2">
        {new URL(site).host}
      </a>
      . {list === 'clauses' && `${t('clausesClosed')} `}
      {t('disclaimer')}
    </p>
  )
}
