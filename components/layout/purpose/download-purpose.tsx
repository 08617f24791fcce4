'use client'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import type { PurposeQuestion } from './use-purpose'

const PurposeDialog = lazyComponent(async () => (await import('./purpose-dialog')).PurposeDialog)

/** The question that a download waits for, while it is asked. */
export const PurposeDialogHost = ({ question: { isAsked, answer } }: { readonly question: PurposeQuestion }) =>
  isAsked ? <PurposeDialog onAnswer={answer} /> : null
