'use client'

import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslations } from 'use-intl'

import { AriaLocale } from '../aria-locale'
import { Button } from '../button'
import { classNames } from '../class-names'
import { Icon } from '../icon'

export interface DialogProps {
  readonly title: ReactNode
  /** Omitted by dialogs that are mounted only while they are open. */
  readonly isOpen?: boolean | undefined
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg' | undefined
  /** `alertdialog` for a question that must be answered. */
  readonly role?: 'dialog' | 'alertdialog' | undefined
  /**
   * If false, the dialog has no close button and ignores Esc and clicks outside (a secret shown once, a running job).
   */
  readonly isDismissable?: boolean | undefined
}

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' } as const

/**
 * A modal dialog: it moves the focus inside, restores it on close, and keeps the page behind from scrolling. Load it
 * with `next/dynamic` or `import()`, because it includes React Aria.
 */
export function Dialog({ title, isOpen = true, onClose, children, ...options }: DialogProps) {
  const t = useTranslations('common')
  const { footer, size = 'sm', role = 'dialog', isDismissable = true } = options
  return (
    <AriaLocale>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={() => onClose()}
        isDismissable={isDismissable && role === 'dialog'}
        isKeyboardDismissDisabled={!isDismissable}
        className="fixed inset-0 z-40 flex items-start justify-center overflow-y-auto bg-scrim p-4 sm:pt-[10vh]"
      >
        <Modal className={classNames('floating w-full', widths[size])}>
          <AriaDialog role={role} className="outline-none">
            <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-1">
              <Heading slot="title" className="pt-1 text-lg font-semibold">
                {title}
              </Heading>
              {isDismissable && (
                <Button variant="ghost" size="sm" iconOnly aria-label={t('close')} onClick={() => onClose()}>
                  <Icon name="close" />
                </Button>
              )}
            </header>
            <div className="px-5 pt-2 pb-5">{children}</div>
            {footer !== undefined && (
              <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</footer>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  )
}
