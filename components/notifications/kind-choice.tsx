'use client'

import { useTranslations } from 'use-intl'

import { Select } from '@/components/ui/inputs/select'
import type { PanelOutput } from '@/lib/contract/panel-table'
import type { RuleKindName } from '@/lib/contract/panel/rule-conditions'

import { isRuleKind } from './kind-search'

interface KindChoiceProps {
  readonly answer: PanelOutput<'rules.list'> | undefined
  readonly kind: RuleKindName | undefined
  readonly onChange: (kind: RuleKindName | undefined) => void
}

/** Which kind of rules the page shows; nothing to choose for whoever sees one kind alone. */
export function KindChoice({ answer, kind, onChange }: KindChoiceProps) {
  const t = useTranslations('notifications')
  const kinds = answer?.kinds ?? []
  if (kinds.length < 2) return null
  const options = kinds.map((each) => ({ value: each.kind as string, label: t(`form.kinds.${each.kind}`) }))
  return (
    <div className="sm:max-w-72">
      <Select
        label={t('kindFilter')}
        options={[{ value: '', label: t('allKinds') }, ...options]}
        value={kind ?? ''}
        onChange={({ target: { value } }) => onChange(isRuleKind(value) ? value : undefined)}
      />
    </div>
  )
}
