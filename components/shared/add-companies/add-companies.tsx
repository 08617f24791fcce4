'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { handOverList, type HandedList } from '@/lib/client/handed-list'
import { routes } from '@/lib/domain/routes'

import { AddBox } from './add-box'

/** The add box outside the import page, which reads the lists and files that it is given. */
export function AddCompanies() {
  const t = useTranslations('monitors-add')
  const router = useRouter()
  const [text, setText] = useState('')
  const continueWith = (list: HandedList) => {
    handOverList(list)
    router.push(routes.monitorsImport)
  }
  return (
    <AddBox
      rows={3}
      text={text}
      onText={setText}
      onLongPaste={(pasted) => continueWith({ text: pasted })}
      onFile={(file) => continueWith({ file })}
    >
      {text.trim() !== '' && (
        <Button variant="primary" className="justify-self-start" onClick={() => continueWith({ text })}>
          {t('continue')}
        </Button>
      )}
    </AddBox>
  )
}
