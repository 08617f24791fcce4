'use client'

import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'

import { triggerClass } from './filter-trigger'

const loadList = () => import('./tag-filter-list').then((module) => module.TagFilterList)
const TagFilterList = dynamic(loadList, { ssr: false })

interface TagFilterProps {
  readonly tags: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
}

/** One chip per chosen tag, which removes it, and a chip that opens the list of all tags with their counts. */
export function TagFilter({ tags, onChange }: TagFilterProps) {
  const t = useTranslations('monitors.filters')
  const common = useTranslations('common')
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const remove = (tag: string) => {
    onChange(tags.filter((each) => each !== tag))
    ref.current?.focus()
  }
  return (
    <>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-label={common('remove', { label: t('tagIs', { tag }) })}
          onClick={() => remove(tag)}
          className={triggerClass(true)}
        >
          <span className="truncate">{t('tagIs', { tag })}</span>
          <Icon name="close" size={11} />
        </button>
      ))}
      <button
        ref={ref}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadList()}
        onFocus={() => void loadList()}
        onClick={() => setIsOpen(true)}
        className={triggerClass(false)}
      >
        {t('tag')}
        <Icon name="chevron-down" size={12} />
      </button>
      {isOpen && <TagFilterList tags={tags} onChange={onChange} triggerRef={ref} onClose={() => setIsOpen(false)} />}
    </>
  )
}
