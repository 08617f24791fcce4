'use client'

export { FrameError as default } from '@/components/layout/frame-error'
