import { registerPage } from '../../register-page'

const { metadata, Page } = registerPage('clauses', 'uokik-clauses')
export const generateMetadata = metadata
export default Page
