'use client'

import { useController } from 'react-hook-form'

import { type Segment, SegmentedControl } from '@/components/ui/segmented-control'

import type { OrderInput } from './order-body'

type SegmentedName = 'source' | 'format'

interface SegmentedFieldProps<Name extends SegmentedName> {
  readonly name: Name
  readonly label: string
  readonly segments: readonly Segment<OrderInput[Name]>[]
}

/** One choice of the order; only the service can find it wrong. */
export function SegmentedField<Name extends SegmentedName>({ name, ...props }: SegmentedFieldProps<Name>) {
  const { field, fieldState } = useController<OrderInput, Name>({ name })
  return (
    <div>
      <SegmentedControl {...props} value={field.value} onChange={field.onChange} />
      {fieldState.error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {fieldState.error.message}
        </p>
      )}
    </div>
  )
}
