'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { TextField } from '@/components/ui/inputs/text-field'
import { Time } from '@/components/ui/time'
import { warsawDay } from '@/lib/domain/calendar'
import { type AccountVerdict, judgeAccount, readAccount, formatAccount } from '@/lib/features/white-list/domain/account'

import { RequestButton } from '../part/request-button'
import type { CompanyPartHandle } from '../part/use-company-part'
import type { ListedSubject } from './listed-facts'

interface AccountCheckProps {
  readonly subject: ListedSubject
  readonly checkedAt: string
  readonly part: CompanyPartHandle
}

const MAX_LENGTH = 200

const tones: Readonly<Record<AccountVerdict, Tone>> = { listed: 'accent', not_listed: 'danger', cannot_tell: 'warn' }

/**
 * Checks whether an account is on the list, using the stored answer free of charge; a mistyped number is detected
 * before.
 */
export function AccountCheck({ subject, checkedAt, part }: AccountCheckProps) {
  const t = useTranslations('companies.whiteList.check')
  const [typed, setTyped] = useState('')
  const [submitted, setSubmitted] = useState<string>()
  const read = submitted === undefined ? undefined : readAccount(submitted)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(typed)
  }
  return (
    <section className="border-t px-4 py-3">
      <h3 className="font-semibold">{t('title')}</h3>
      <form noValidate onSubmit={submit} className="mt-1.5 flex flex-wrap items-start gap-x-2 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <TextField
            label={t('label')}
            value={typed}
            inputMode="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_LENGTH}
            hint={t('hint')}
            error={read?.ok === false ? t(`faults.${read.fault}`) : undefined}
            onChange={(event) => {
              setTyped(event.target.value)
              // A verdict is shown only next to the number it belongs to.
              setSubmitted(undefined)
            }}
          />
        </div>
        <Button type="submit" className="mt-6">
          {t('button')}
        </Button>
      </form>
      <div role="status" className="space-y-2">
        {read?.ok === true && <Verdict account={read.account} subject={subject} checkedAt={checkedAt} part={part} />}
      </div>
    </section>
  )
}

type VerdictProps = AccountCheckProps & { readonly account: string }

function Verdict({ account, subject, checkedAt, part }: VerdictProps) {
  const t = useTranslations('companies.whiteList.check')
  const verdict = judgeAccount(account, {
    account_numbers: subject.account_numbers ?? undefined,
    has_virtual_accounts: subject.has_virtual_accounts ?? undefined,
  })
  const isOfToday = warsawDay(new Date(checkedAt)) === warsawDay(new Date(useClock()))
  return (
    <>
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="tabular">{formatAccount(account)}</span>
        <Badge tone={tones[verdict]}>{t(`verdicts.${verdict}`)}</Badge>
        <span className="text-sm text-muted">
          {t('asOf')} <Time instant={checkedAt} />
        </span>
      </p>
      <p className="max-w-prose text-sm text-muted">{t(`means.${verdict}`)}</p>
      {isOfToday ? (
        <p className="max-w-prose text-sm text-muted">{t('orderDay')}</p>
      ) : (
        <Banner tone="warn" action={<RequestButton part={part} kind="again" />}>
          <p>{t('old')}</p>
        </Banner>
      )}
    </>
  )
}
