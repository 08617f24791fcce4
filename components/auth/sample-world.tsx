'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'

interface SampleWorldProps {
  /** Where the operator finds the password of the sample users. */
  readonly passwordAt: 'variable' | 'file'
  readonly action: () => Promise<void>
}

const users = ['owner@demo.test', 'finance@demo.test', 'compliance@demo.test', 'viewer@demo.test'] as const

/** Shows the sample users, and who may sign in as them. */
export function SampleDataOffer({ passwordAt, action }: SampleWorldProps) {
  const t = useTranslations('setup.sample')
  return (
    <section aria-labelledby="setup-sample" className="flex flex-col gap-3 border-t pt-4">
      <h2 id="setup-sample" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <p>{t('text')}</p>
      <div>
        <p className="mb-1">{t('users')}</p>
        <ul className="list-disc pl-5">
          {users.map((email) => (
            <li key={email} className="break-all">
              {email}
            </li>
          ))}
        </ul>
      </div>
      <p>{t(passwordAt === 'file' ? 'passwordFile' : 'passwordVariable')}</p>
      <form action={action}>
        <Button type="submit" className="w-full">
          {t('submit')}
        </Button>
      </form>
    </section>
  )
}
