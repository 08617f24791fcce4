'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'

/** The navigation on small screens: a native modal dialog, which traps the focus, closes on Esc and gives the focus back. */
export function MobileNavigation({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('layout.menu')
  const ref = useRef<HTMLDialogElement>(null)
  const pathname = usePathname()
  useEffect(() => {
    if (pathname !== '') ref.current?.close()
  }, [pathname])
  return (
    <>
      <button
        type="button"
        aria-label={t('open')}
        aria-haspopup="dialog"
        onClick={() => ref.current?.showModal()}
        className="grid size-9 shrink-0 place-items-center rounded-md border bg-card frame:hidden"
      >
        <Icon name="menu" />
      </button>
      <dialog
        ref={ref}
        closedby="any"
        aria-label={t('label')}
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r bg-side text-ink backdrop:bg-scrim"
      >
        <div className="flex h-full flex-col">
          <button
            type="button"
            aria-label={t('close')}
            onClick={() => ref.current?.close()}
            className="absolute top-2.5 right-2.5 grid size-9 place-items-center rounded-md hover:bg-hover"
          >
            <Icon name="close" />
          </button>
          {children}
        </div>
      </dialog>
    </>
  )
}
