'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlay/toast'
import { formatDateTime } from '@/lib/domain/format/format'

import type { PictureFile } from './export/picture-svg'
import { savePicturePng, savePictureSvg } from './export/save-picture'
import type { DatedGraph } from './model/company-graph'
import type { Picture } from './picture/draw-picture'

interface SavePictureProps {
  readonly picture: Picture
  readonly datedAnswers: readonly DatedGraph[]
  readonly name: string
  readonly number: string
}

/** Saves the whole picture as a file, not only the visible part. */
export function SavePicture({ picture, datedAnswers, name, number }: SavePictureProps) {
  const t = useTranslations('companies-graph.file')
  const locale = useLocale()
  const [isSaving, setIsSaving] = useState<'svg' | 'png'>()
  const save = async (format: 'svg' | 'png') => {
    setIsSaving(format)
    try {
      const file: PictureFile = {
        picture,
        title: t('title', { name }),
        subtitle: `${number} · ${formatDates(datedAnswers, (at) => t('asOf', { at: formatDateTime(at, locale) }))}`,
        fontFaces: format === 'svg' ? await readFontFaces() : '',
        language: locale,
      }
      const fileName = `${t('name')}-${number.replaceAll(/[^\w-]/g, '')}-${(datedAnswers[0]?.askedAt ?? '').slice(0, 10)}.${format}`
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

/** Formats one time, or the first and the last of several answers. */
function formatDates(datedAnswers: readonly DatedGraph[], formatTime: (at: string) => string): string {
  const days = datedAnswers.map(({ askedAt }) => askedAt).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return [...new Set([days[0], days.at(-1)])].flatMap((at) => (at === undefined ? [] : [formatTime(at)])).join(' – ')
}

/** Reads the page's fonts as rules to embed in a file, because a picture opened elsewhere has no access to them. */
async function readFontFaces(): Promise<string> {
  try {
    const faces = await Promise.all(pageFaces().map(embedFace))
    return faces.join('')
  } catch {
    // Without embedded fonts the file names the font and a fallback.
    return ''
  }
}

interface Face {
  readonly url: string
  readonly range: string
}

function pageFaces(): Face[] {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    if (sheet.href !== null && new URL(sheet.href).origin !== location.origin) return []
    return [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSFontFaceRule ? [{ rule, sheet }] : []))
  })
  return rules.flatMap(({ rule, sheet }) => {
    const [, url] = /url\("?([^")]+\.woff2[^")]*)"?\)/.exec(rule.style.getPropertyValue('src')) ?? []
    if (url === undefined || !/inter/i.test(rule.style.getPropertyValue('font-family'))) return []
    const range = rule.style.getPropertyValue('unicode-range')
    return [{ url: new URL(url, sheet.href ?? location.href).href, range }]
  })
}

async function embedFace({ url, range }: Face): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  const limit = range === '' ? '' : `unicode-range:${range};`
  return `@font-face{font-family:'Panel Inter';font-weight:100 900;${limit}src:url(data:font/woff2;base64,${encoded}) format('woff2')}`
}
