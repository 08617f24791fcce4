import { registerPage } from '../register-page'

const { metadata, Page } = registerPage('uokik', 'uokik')
export const generateMetadata = metadata
export default Page
