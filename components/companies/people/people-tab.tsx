'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { CardBody } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'
import { warsawDay } from '@/lib/domain/calendar'

import type { CompanyTabProps } from '../company-tab'
import { PartView } from '../part/part-view'
import { readPeople } from './people-groups'
import { PeopleLists } from './people-lists'

/** Lists roles and shares, from the same answer as the graph. */
export function PeopleTab({ number, calls }: CompanyTabProps) {
  const t = useTranslations('companies.people')
  return (
    <PartView
      number={number}
      part="graph"
      calls={calls}
      title={t('title')}
      about={[t('about'), t('shared')].map((text) => (
        <p key={text}>{text}</p>
      ))}
    >
      {(pages) => <Answer answer={pages[0]?.answer} />}
    </PartView>
  )
}

function Answer({ answer }: { readonly answer: unknown }) {
  const t = useTranslations('companies.people')
  const today = warsawDay(new Date(useClock()))
  const people = useMemo(() => {
    const graph = readStoredAnswer('graph.get', answer)
    return graph && readPeople(graph, today)
  }, [answer, today])
  if (people === undefined) return <CardBody>{t('unreadable')}</CardBody>
  const count = people.current.length + people.former.length + people.elsewhere.length
  return count === 0 ? <CardBody>{t('none')}</CardBody> : <PeopleLists people={people} />
}
