'use client'

import { useTranslations } from 'use-intl'

import { buttonClass } from '@/components/ui/button-style'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'

interface SetupDoneProps {
  readonly email: string | undefined
  readonly hasSample: boolean
}

/** Shown after the setup, with links to the panel and to remaining steps. */
export function SetupDone({ email, hasSample }: SetupDoneProps) {
  const t = useTranslations('setup.done')
  if (email === undefined) {
    return (
      <>
        <p>{t('text')}</p>
        <Link href={routes.signIn} className="self-start underline">
          {t('toSignIn')}
        </Link>
      </>
    )
  }
  return (
    <>
      <p>{t('textOwn', { email })}</p>
      <Link href={routes.overview} className={buttonClass({ variant: 'primary' })}>
        {t('toPanel')}
      </Link>
      {hasSample && (
        <>
          <p className="text-muted">{t('sample')}</p>
          <Link href={`${routes.settingsAccess}#sample-data`} className={buttonClass({ variant: 'secondary' })}>
            {t('removeSample')}
          </Link>
        </>
      )}
    </>
  )
}
