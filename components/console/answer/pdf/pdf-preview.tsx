'use client'

import { type PDFDocumentProxy, getDocument, PDFWorker } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

type OpenPdf =
  | { readonly state: 'opening' | 'unreadable' }
  | { readonly state: 'open'; readonly pages: PDFDocumentProxy }

function useOpenPdf(blob: Blob): OpenPdf {
  const [pdf, setPdf] = useState<OpenPdf>({ state: 'opening' })
  useEffect(() => {
    const unmounted = new AbortController()
    const open = async () => {
      const { pages, close } = await openPdf(blob)
      if (unmounted.signal.aborted) return close()
      unmounted.signal.addEventListener('abort', close)
      setPdf({ state: 'open', pages })
    }
    open().catch(() => !unmounted.signal.aborted && setPdf({ state: 'unreadable' }))
    return () => unmounted.abort()
  }, [blob])
  return pdf
}

export function PdfPreview({ blob }: { readonly blob: Blob }) {
  const t = useTranslations('console.file')
  const pdf = useOpenPdf(blob)
  return (
    <section aria-label={t('preview')} className="border-t px-4 py-3">
      {pdf.state === 'open' ? (
        <Pages pages={pdf.pages} />
      ) : (
        <p role="status" className="text-muted">
          {t(pdf.state === 'opening' ? 'loading' : 'unreadable')}
        </p>
      )}
    </section>
  )
}

function Pages({ pages }: { readonly pages: PDFDocumentProxy }) {
  const t = useTranslations('console.file')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [number, setNumber] = useState(1)
  const [isBroken, setIsBroken] = useState(false)
  const pageText = t('page', { page: number, pages: pages.numPages })
  // Pages are drawn one after another, because a canvas supports one drawing at a time.
  const drawing = useRef(Promise.resolve())
  useEffect(() => {
    const draw = async () => {
      if (canvas.current === null) return
      await drawPage(pages, number, canvas.current).then(
        () => setIsBroken(false),
        () => setIsBroken(true),
      )
    }
    drawing.current = drawing.current.then(draw)
  }, [pages, number])
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        {pages.numPages > 1 && (
          <>
            <Button
              size="sm"
              iconOnly
              aria-label={t('before')}
              aria-disabled={number === 1}
              onClick={() => setNumber(Math.max(1, number - 1))}
            >
              <Icon name="chevron-left" size={14} />
            </Button>
            <Button
              size="sm"
              iconOnly
              aria-label={t('after')}
              aria-disabled={number === pages.numPages}
              onClick={() => setNumber(Math.min(pages.numPages, number + 1))}
            >
              <Icon name="chevron-right" size={14} />
            </Button>
          </>
        )}
        <span role="status" className="text-sm text-muted tabular">
          {isBroken ? t('unreadable') : pageText}
        </span>
      </div>
      <div className="max-w-[50rem] overflow-hidden rounded-md border">
        <canvas ref={canvas} role="img" aria-label={pageText} className="block max-w-full" />
      </div>
    </>
  )
}

/**
 * Opens a PDF for drawing. Nothing in it is executed: pdf.js draws on a canvas and parses in a worker, and scripts,
 * forms and links of the file are ignored (docs/decisions/console.md).
 */
async function openPdf(blob: Blob): Promise<{ readonly pages: PDFDocumentProxy; readonly close: () => void }> {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  // Safe: the library's types omit the return value.
  const worker = PDFWorker.fromPort({ port }) as PDFWorker
  const close = () => {
    worker.destroy()
    port.terminate()
  }
  try {
    const task = getDocument({
      data: new Uint8Array(await blob.arrayBuffer()),
      worker,
      // No code is generated from the content of the file.
      isEvalSupported: false,
      enableXfa: false,
      // Nothing is fetched from the network.
      disableAutoFetch: true,
      disableRange: true,
      disableStream: true,
      stopAtErrors: false,
    })
    return { pages: await task.promise, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Draws a page in the width of the canvas, at the resolution of the screen. */
async function drawPage(pages: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement): Promise<void> {
  const page = await pages.getPage(number)
  const plain = page.getViewport({ scale: 1 })
  const width = Math.min(canvas.parentElement?.clientWidth ?? 600, 800)
  const density = Math.min(window.devicePixelRatio, 2)
  const viewport = page.getViewport({ scale: (width / plain.width) * density })
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser provides no canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  canvas.style.width = `${Math.floor(viewport.width / density)}px`
  await page.render({ canvasContext: context, viewport, annotationMode: 0 }).promise
}
