'use client'

import { useTranslations } from 'use-intl'

import { StepList } from './step-list'

/** Two keys overlap, so that nothing is refused in between. */
export function RotationSteps() {
  const t = useTranslations('keys.connection')
  const steps = [t('step1'), t('step2'), t('step3', { variable: 'REGISTERS_API_KEY' }), t('step4'), t('step5')]
  return <StepList steps={steps} />
}
