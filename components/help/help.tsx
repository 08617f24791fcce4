'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { ShortcutList } from '@/components/layout/palette/shortcut-list'
import { Card, CardBody } from '@/components/ui/card'
import { SearchField } from '@/components/ui/inputs/search-field'
import { foldText, includesWords, searchWords } from '@/lib/domain/fold'
import { type Article, articlesOf, jobs } from '@/lib/features/help/domain/articles'

import { ArticleLinks } from './article-links'

interface GlossaryEntry {
  readonly word: string
  readonly meaning: string
}

interface HelpProps {
  readonly texts: Readonly<Record<Article, string>>
  readonly glossary: readonly GlossaryEntry[]
}

/** The help: articles by job, the keys, and what words mean; a search narrows all three. */
export function Help({ texts, glossary }: HelpProps) {
  const t = useTranslations('help')
  const shortcuts = useTranslations('layout.shortcuts')
  const locale = useLocale()
  const [query, setQuery] = useState('')
  const words = searchWords(query)
  const isFound = (text: string) => includesWords(foldText(text), words)
  const articleText = (article: Article) =>
    `${t(`articles.${article}.title`)} ${t(`articles.${article}.words`)} ${texts[article]}`
  const groups = jobs
    .map((job) => ({ job, articles: articlesOf(job).filter((article) => isFound(articleText(article))) }))
    .filter(({ articles }) => articles.length > 0)
  const entries = glossary
    .filter(({ word, meaning }) => isFound(`${word} ${meaning}`))
    .toSorted((a, b) => a.word.localeCompare(b.word, locale))
  const hasShortcuts = isFound(`${shortcuts('title')} ${t('keys')}`)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="mb-4 max-w-md">
        <SearchField label={t('search')} placeholder={t('placeholder')} value={query} onChange={setQuery} />
      </div>
      {groups.length === 0 && entries.length === 0 && !hasShortcuts && <p role="status">{t('empty', { query })}</p>}
      <div className="gap-4 lg:columns-2">
        {groups.map(({ job, articles }) => (
          <div key={job} className="mb-4 break-inside-avoid">
            <Card title={t(`jobs.${job}`)}>
              <ArticleLinks articles={articles} />
            </Card>
          </div>
        ))}
        {hasShortcuts && (
          <div className="mb-4 break-inside-avoid">
            <Card title={shortcuts('title')}>
              <CardBody>
                <ShortcutList />
              </CardBody>
            </Card>
          </div>
        )}
      </div>
      {entries.length > 0 && (
        <div>
          <Card title={t('glossary')}>
            <dl className="gap-8 px-4 py-3 lg:columns-2">
              {entries.map(({ word, meaning }) => (
                <div key={word} className="break-inside-avoid py-1.5">
                  <dt className="font-medium">{word}</dt>
                  <dd className="text-muted">{meaning}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </div>
      )}
    </>
  )
}
