'use client'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { toast } from '@/components/ui/overlay/toast'
import { PersonalNumber } from '@/components/ui/personal-number'
import { lazyPanelCall } from '@/lib/client/queries'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import type { RevealBody } from '@/lib/features/personal-data/contract'

interface PersonalValueProps {
  /** As the server sent it. A value without a masked number is shown as it is. */
  readonly masked: string
  /** Where the number stands. */
  readonly of: RevealBody
  readonly className?: string | undefined
}

/** A personal number of a record: masked, and revealed one at a time by who may. Each reveal is in the audit log. */
export function PersonalValue({ masked, of, className }: PersonalValueProps) {
  const { reason } = usePermission('personal.reveal')
  const toText = useFailureText()
  if (!isMaskedText(masked)) return <span className={className}>{masked}</span>
  const onReveal = async () => {
    return (await lazyPanelCall('personal.reveal', { body: of })).value
  }
  return (
    <PersonalNumber
      // Another record in the same place begins covered.
      key={JSON.stringify(of)}
      masked={masked}
      onReveal={onReveal}
      onFail={(error) => toast.error(toText(error))}
      disabledReason={reason}
      className={className}
    />
  )
}
