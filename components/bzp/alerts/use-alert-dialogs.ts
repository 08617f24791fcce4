'use client'

import { useState } from 'react'

import type { RuleAct } from '@/components/shared/rules/rule-menu'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'

/** What is asked about one alert, or about several. */
export type AlertDialogState =
  | { readonly kind: RuleAct; readonly alert: BzpAlert }
  | { readonly kind: 'overlap'; readonly alerts: readonly BzpAlert[] }
  | { readonly kind: 'import' }

export function useAlertDialogs() {
  const [dialog, setDialog] = useState<AlertDialogState>()
  return { dialog, open: setDialog, close: () => setDialog(undefined) }
}

export type AlertDialogsControl = ReturnType<typeof useAlertDialogs>
