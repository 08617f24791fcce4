'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlay/toast'
import { formatDateTime } from '@/lib/domain/format/format'

import { readFontFaces } from './export/font-faces'
import type { PictureFile } from './export/picture-svg'
import { savePicturePng, savePictureSvg } from './export/save-picture'
import type { DatedGraph } from './model/company-graph'
import type { Picture } from './picture/draw-picture'

interface SavePictureProps {
  readonly picture: Picture
  readonly dated: readonly DatedGraph[]
  /** Of the asked company. */
  readonly name: string
  readonly number: string
}

/** All of the picture as a file, whatever part of it is in sight. */
export function SavePicture({ picture, dated, name, number }: SavePictureProps) {
  const t = useTranslations('company-graph.file')
  const locale = useLocale()
  const [isSaving, setIsSaving] = useState<'svg' | 'png'>()
  const save = async (format: 'svg' | 'png') => {
    setIsSaving(format)
    try {
      const file: PictureFile = {
        picture,
        title: t('title', { name }),
        subtitle: `${number} · ${sayDates(dated, (at) => t('asOf', { at: formatDateTime(at, locale) }))}`,
        fontFaces: format === 'svg' ? await readFontFaces() : '',
        language: locale,
      }
      const fileName = `${t('name')}-${number.replaceAll(/[^\w-]/g, '')}-${(dated[0]?.askedAt ?? '').slice(0, 10)}.${format}`
      if (format === 'svg') savePictureSvg(fileName, file)
      else if ((await savePicturePng(fileName, file)).isReduced) toast.success(t('reduced'))
    } catch {
      toast.error(t('failed'))
    } finally {
      setIsSaving(undefined)
    }
  }
  return (
    <div className="flex gap-2">
      <Button size="sm" aria-label={t('svg')} isPending={isSaving === 'svg'} onClick={() => void save('svg')}>
        SVG
      </Button>
      <Button size="sm" aria-label={t('png')} isPending={isSaving === 'png'} onClick={() => void save('png')}>
        PNG
      </Button>
    </div>
  )
}

/** One time, or the first and the last of several answers. */
function sayDates(dated: readonly DatedGraph[], say: (at: string) => string): string {
  const days = dated.map(({ askedAt }) => askedAt).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return [...new Set([days[0], days.at(-1)])].flatMap((at) => (at === undefined ? [] : [say(at)])).join(' – ')
}
