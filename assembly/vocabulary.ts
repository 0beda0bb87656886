// Written by scripts/generate-vocabulary.ts from scripts/vocabulary.txt; change the rows there.

/** Words of author-names, byline-names, creator-names, poster-names. */
export const PERSON_NAMES = `author autor- autorin- autora- autores- auteur autore- autori- autorka- byline creator poster member user nick profile
`;

/** Words of author-names, person-names. */
export const PERSON_ADDRESSES = `author autor- autorin- autora- autores- auteur autore- autori- autorka- contributor member people/ profile user
`;

/** What a post shows about its author besides the name. */
export const PROFILE_NAMES = `title rank level status info reput badge stat count location profile
`;

/** The date of a page or a part of it. */
export const DATE_NAMES = `date time publish publication posted created issued datum fecha publicad publie pubblicat
`;

/** Words of author-names, byline-names, creator-names, date-names, metadata-names. */
export const METADATA_NAMES = `author autor- autorin- autora- autores- auteur autore- autori- autorka- byline creator date time publish publication
posted created issued datum fecha publicad publie pubblicat canonical licen modif writ
`;

/** Words of author-names, byline-names, creator-names. */
export const WRITER_NAMES = `author autor- autorin- autora- autores- auteur autore- autori- autorka- byline creator
`;

/** Comments of readers, and programs that show them. The module compares whole words of a name. */
export const COMMENT_NAMES = `comment comments commentlist commentslist commentlisting commentarea commentsarea commentsection commentthread
commentbody commentcontainer commentwrap commentswrapper usercomments replies discussion disqus giscus utterances
livefyre intensedebate commento komentar komentare kommentar kommentarer kommentare kommentarliste comentario
comentarios kommentit commentaire commentaires komentari hozzaszolas hozzaszolasok commenti komentarai reactie
reacties komentarz komentarze comentarii kommentarii yorum yorumlar pinglun liuyan
`;

/** Containers and forms of comments. */
export const COMMENT_FORM_NAMES = `respond commentform commentsform commentrespond
`;

/** Next to a word for comments: their form. */
export const WRITING_NAMES = `form add write leave submit editor login
`;

/** Reviews of customers, and programs that show them. */
export const REVIEW_NAMES = `review reviews reviewlist customerreviews userreviews bv yotpo
`;

/** Overlays over a page, by how words of their names begin. */
export const OVERLAY_WORDS = 'modal* dialog* overlay* lightbox* popup*';

/** Words of notice-words, request-words. */
export const NOTICE_WORDS = 'cookie* consent* gdpr* privacy* cmp* newsletter* subscri* signup* login* paywall*';

/** Words of overlay-words, notice-words, tool-words. */
export const UNFOLDED_WORDS = 'modal* dialog* overlay* lightbox* popup* cookie* consent* gdpr* privacy* share* login* menu* nav* search* form* template* translat*';

/** Of a name with a word for comments: no comments, but a link to them, a number of them, a list of those on other pages; or what an article is filed under ("category-comment"). */
export const ABOUT_COMMENTS_NAMES = `link links count counts counter number num total score stats icon button btn toggle no has with without open opened
closed off disabled enabled allowed loading error msg alert recent latest newest last popular trending related
recommended widget sidebar feed rss author writer testimonial testimonials policy rules gate meta category categories
cat tag tags tax taxonomy term type format genre tone pillar slug kategorie kategorien rubrik ressort kategori
categorie rubrique categoria rubrica kategoria
`;

/** Codes and names of currencies that decide a feature of the model. */
export function isCurrency(word: u32): bool {
  switch (word) {
    // usd eur gbp chf cad aud pln kr
    case 0x757364:
    case 0x657572:
    case 0x676270:
    case 0x636866:
    case 0x636164:
    case 0x617564:
    case 0x706c6e:
    case 0x6b72:
      return true;
    default:
      return false;
  }
}

/** Units of weight, volume and length. */
export function isUnit(word: u32): bool {
  switch (word) {
    // g kg mg oz lb lbs ml cl cm mm
    case 0x67:
    case 0x6b67:
    case 0x6d67:
    case 0x6f7a:
    case 0x6c62:
    case 0x6c6273:
    case 0x6d6c:
    case 0x636c:
    case 0x636d:
    case 0x6d6d:
      return true;
    default:
      return false;
  }
}

/** Words of months/en, months/de. */
export function isMonth(word: u32): bool {
  switch (word) {
    // jan feb mar apr may jun jul aug sep oct nov dec mrz mai okt dez
    case 0x6a616e:
    case 0x666562:
    case 0x6d6172:
    case 0x617072:
    case 0x6d6179:
    case 0x6a756e:
    case 0x6a756c:
    case 0x617567:
    case 0x736570:
    case 0x6f6374:
    case 0x6e6f76:
    case 0x646563:
    case 0x6d727a:
    case 0x6d6169:
    case 0x6f6b74:
    case 0x64657a:
      return true;
    default:
      return false;
  }
}
