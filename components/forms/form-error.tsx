'use client'

import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'

/** Its content while the form has an error that belongs to no single field. */
export function FormError({ children }: { readonly children: ReactNode }) {
  const { errors } = useFormState()
  return errors.root?.['server'] === undefined ? null : children
}
