'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Link } from '@/components/ui/link'
import { helpPath } from '@/lib/domain/routes'
import type { Article } from '@/lib/features/help/domain/articles'

export function ArticleLinks({ articles }: { readonly articles: readonly Article[] }) {
  const t = useTranslations('help.articles')
  return (
    <ul className="py-1.5">
      {articles.map((article) => (
        <li key={article}>
          <Link
            href={asRoute(helpPath(article))}
            className="block px-4 py-1.5 outline-offset-[-2px] hover:bg-hover hover:underline"
          >
            {t(`${article}.title`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
