'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { MAX_RULES } from '@/lib/contract/panel/rules'
import { type ApiError, isApiError } from '@/lib/domain/api-error'

/** Why a rule could not be saved. */
export function RuleProblem({ error }: { readonly error: Error | null }) {
  const t = useTranslations('notifications.form.faults')
  const toText = useFailureText()
  if (error === null) return null
  const known = isApiError(error) ? reasonOf(error) : undefined
  if (known !== undefined) return <Banner tone="danger">{t(known, { max: MAX_RULES })}</Banner>
  return <Banner tone="danger">{isApiError(error) ? `${t('failed')} ${toText(error)}` : t('failed')}</Banner>
}

function reasonOf({ code, fields: [field] }: ApiError) {
  if (code === 'limit') return 'limit'
  if (code === 'rule_changed') return 'changed'
  if (field?.path[0] === 'targets') return 'targets'
  if (field?.type === 'name_taken') return 'taken'
  return field?.type === 'personal_number' ? 'personal' : undefined
}
