import type { ImportService } from './import-service'

export type WorkerMethod = keyof ImportService

export type WorkerInput<M extends WorkerMethod> = Parameters<ImportService[M]>[0]
export type WorkerOutput<M extends WorkerMethod> = Awaited<ReturnType<ImportService[M]>>

export interface WorkerRequest {
  readonly id: number
  readonly method: WorkerMethod
  readonly input: unknown
}

export type WorkerAnswer =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string }
