import './globals.css'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'

import { Intl } from '@/components/layout/intl'
import { getLocale, getMessages, getTheme, getTranslator } from '@/lib/server/i18n'

import { Providers } from './providers'

/** Until the font is loaded, a fallback with Inter's widths is used: `Inter before it is there` in `globals.css`. */
const inter = localFont({
  src: './fonts/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  display: 'swap',
  adjustFontFallback: false,
})

/** First in the font stack with its own range, so that Polish letters never use the fallback font. */
const interExt = localFont({
  src: './fonts/inter-latin-ext-a-wght-normal.woff2',
  variable: '--font-inter-ext',
  weight: '100 900',
  display: 'swap',
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-017F' }],
})

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('layout')
  return { title: { default: t('brand'), template: `%s · ${t('brand')}` }, robots: { index: false } }
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f7f5' },
    { media: '(prefers-color-scheme: dark)', color: '#121311' },
  ],
}

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const [locale, theme, messages] = await Promise.all([getLocale(), getTheme(), getMessages(['common'])])
  return (
    <html lang={locale} data-theme={theme} className={`${interExt.variable} ${inter.variable} font-sans`}>
      <body>
        <Intl locale={locale} messages={messages} now={new Date()}>
          <Providers>{children}</Providers>
        </Intl>
      </body>
    </html>
  )
}
