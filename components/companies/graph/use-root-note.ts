'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'
import { panelQuery } from '@/lib/client/queries'

const levels = ['low', 'medium', 'high'] as const

/** The risk of the root company, shown below its name if it was paid for. Reading it is free. */
export function useRootNote({
  number,
  root,
}: {
  readonly number: string
  readonly root: string
}): ReadonlyMap<string, string> {
  const t = useTranslations('companies-graph')
  const params = { number }
  const companyQuery = useQuery(panelQuery('companies.get', { params }))
  const isStored = companyQuery.data?.parts.some(({ part }) => part === 'risk') === true
  const risk = useQuery({
    ...panelQuery('companies.part', { params: { number, part: 'risk' } }),
    enabled: isStored,
  })
  const answer = risk.data?.pages[0]?.answer
  return useMemo(() => {
    const { level, score } = (answer === undefined ? undefined : readStoredAnswer('risk.get', answer)) ?? {}
    const riskLevel = levels.find((each) => each === level)
    if (riskLevel === undefined || score === undefined) return new Map<string, string>()
    return new Map([[root, t('risk', { level: t(`levels.${riskLevel}`), score })]])
  }, [answer, root, t])
}
