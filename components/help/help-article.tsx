'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { findPage, mayOpen } from '@/components/layout/frame/navigation'
import { usePageName } from '@/components/layout/frame/use-page-name'
import { PageHeader } from '@/components/layout/page-header'
import { useViewer } from '@/components/layout/viewer'
import { Card, CardBody } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { type Article, articlesOf, jobOf, pagesOf } from '@/lib/features/help/domain/articles'

import { ArticleLinks } from './article-links'

interface HelpArticleProps {
  readonly article: Article
  /** Paragraphs are divided by an empty line. */
  readonly text: string
}

/** One article, the pages that it writes about, and the other articles for the same job. */
export function HelpArticle({ article, text }: HelpArticleProps) {
  const t = useTranslations('help')
  const nameOf = usePageName()
  const { permitted } = useViewer()
  const pages = pagesOf(article).filter((key) => mayOpen(key, permitted))
  const job = jobOf(article)
  const others = articlesOf(job).filter((each) => each !== article)
  return (
    <>
      <PageHeader title={t(`articles.${article}.title`)} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <Card>
          <CardBody className="max-w-prose space-y-3">
            {text.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {pages.length > 0 && (
              <p>
                {t('open')}{' '}
                {pages.map((key, index) => (
                  <span key={key}>
                    {index > 0 && ' · '}
                    <Link href={asRoute(findPage(key).href)} className="underline underline-offset-2">
                      {nameOf(key)}
                    </Link>
                  </span>
                ))}
              </p>
            )}
          </CardBody>
        </Card>
        {others.length > 0 && (
          <Card title={t(`jobs.${job}`)}>
            <ArticleLinks articles={others} />
          </Card>
        )}
      </div>
    </>
  )
}
