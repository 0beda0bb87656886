// Written by scripts/generate-vocabulary.ts from scripts/vocabulary.txt; change the rows there.

/** Words of author-names, byline-names. */
export const AUTHOR_NAMES =
  '(?:author|autor(?![a-z])|autorin(?![a-z])|autora(?![a-z])|autores(?![a-z])|auteur|autore(?![a-z])|' +
  'autori(?![a-z])|autorka(?![a-z])|byline)';

/** Addresses of persons, besides those with a word for authors. */
export const PERSON_ADDRESSES = '(?:contributor|member|people/|profile|user)';

/** The date of a page or a part of it. */
export const DATE_NAMES =
  '(?:date|time|publish|publication|posted|created|issued|datum|veröffentlicht|fecha|publicad|publie|publié|' +
  'pubblicat)';

/** Words of creator-names, metadata-names. */
export const METADATA_NAMES = '(?:creator|canonical|licen|modif|writ)';

/** Words of comment-names, share-names, embed-names. */
export const REMARK_NAMES =
  '(?:comment|replies|discussion|disqus|giscus|utterances|livefyre|intensedebate|komentar|kommentar|comentario|' +
  'kommentit|hozzaszolas|reactie|comentarii|yorum|pinglun|liuyan|share|sharing|social|addthis|teilen|partage|tweet|' +
  'embed)';

/** Posts of other sites. */
export const EMBED_NAMES = '(?:tweet|embed)';

/** A word before an author. */
export const BY = '(?:by|af|von|por|par|di|door|av)';

/** A word before that, or before a date. */
export const WRITTEN =
  '(?:written|posted|published|created|submitted|started|asked|contributed|geschrieben|verfasst|veröffentlicht|' +
  'escrito|publicado|écrit|publié|scritto|geschreven)';

/** A work, before that. */
export const WORK = '(?:story|words|text|article|recipe)';

/** A label of an author, before a colon. */
export const AUTHOR =
  '(?:author|authors|contributor|contributors|autor|autorin|autores|auteur|autore|autori|著者|記者|文|автор|作者|记者)';

/** A word between two names of two words each. It may also be part of a name. */
export const AND = '(?:og|y|e|en|i|и|och)';

/** Pictures in bylines; words begin so. */
export const PICTURE_WORK = '(?:photo|picture|image|illustrat|video|graphic|bild|illustration|foto)';

/** The first word of text after an author. */
export const AFTER_AUTHOR = '(?:on|published|posted|updated|last|in|at|for|says|wrote|writes|reviewed|edited|read)';

/** Degrees after a name. */
export const DEGREE = '(?:MD|M\\.D|PhD|Ph\\.D|Ph D|RN|RD|RDN|MS|MSc|BS|BSc|MBA|MPH|LCSW|CPA|CFA|CFP|DDS|DVM|JD|Esq)';

/** The first word of a post. */
export const RANK =
  '(?:Sr|Senior|Junior|Chief|Head|Director|Editor|Staff|Contributor|Contributing|Manager|CEO|President|Professor|' +
  'Founder|founder|Co-?founder|Co-?Founder|Certified|Licensed|Registered|Freelance|Guest)';

/** The last word of a post. */
export const POST =
  '(?:Writer|Editor|Columnist|Reporter|Journalist|Correspondent|Specialist|Consultant|Expert|Analyst|Director|' +
  'Officer|Astrologer|Dietitian|Nutritionist|Therapist)';

/** Words in names of newspapers, firms and other organisations. */
export const ORGANISATION =
  '(?:news|times|post|press|daily|weekly|journal|magazine|herald|tribune|gazette|review|chronicle|telegraph|' +
  'observer|express|mirror|media|network|radio|tv|online|digital|today|blog|report|reports|wire|insider|guide|hub|' +
  'lab|labs|bank|store|shop|studio|studios|group|team|agency|services|solutions|strategies|partners|consulting|' +
  'official|software|systems|technology|technologies|tech|data|cloud|design|designs|marketing|construction|dental|' +
  'health|clinic|medical|law|legal|travel|tours|music|photography|farm|farmer|fitness|gym|sports|science|academy|' +
  'association|center|centre|college|foundation|institute|society|university|zeitung|nachrichten|rundschau|anzeiger|' +
  'tagblatt|tageblatt|blatt|kurier|bote|verlag|diario|noticias|prensa|jornal|notícias|presse|actualités|giornale|' +
  'notizie|corriere|gazzetta|dagbladet|nyheter|dagblad|nieuws|krant)';

/** The first word of names of newspapers, not of persons. */
export const ARTICLE = '(?:the|a|an|my|our|der|die|das|el|los|las|le|les|il|lo|gli)';

/** Texts in the place of an author. */
export const NO_AUTHOR =
  '(?:webmaster|anonymous|unknown|null|undefined|guest|user|root|follow|share|home|read more|learn more|profile|' +
  'users|people|member|members|member list|members list|register|register now|login|log in|signin|sign in|here|name|' +
  'search|reply|write|contributor|contributors|sign up|subscribe|contact|contribut\\w+ (?:to|aux|ai) [^,]+|' +
  '\\S+ contributors|autoren der [^,]+|colaboradores de [^,]+|bijdragers aan [^,]+|image|more|title|date|mon|monday|' +
  'tue|tues|tuesday|wed|wednesday|thu|thursday|fri|friday|sat|saturday|sun|sunday)';

/** Labels of the date of a change; words begin so. */
export const CHANGE =
  '(?:updat|modif|revis|edited|lastmod|changed|aktualisiert|geändert|bearbeitet|actualizad|mis à jour|aggiornat|更新|' +
  '최종 수정|bijgewerkt|gewijzigd|atualizad|обновл|измен|uppdaterad)';

/** The first letters of the twelve months; a slash separates alternatives. */
export const MONTHS = [
  '(?:jan|led|ene|gen|sty|янв|oca|січ)',
  '(?:feb|úno|fév|fev|lut|фев|şub|лют)',
  '(?:mar|bře|mär|mrz|maa|mrt|мар|бер)',
  '(?:apr|dub|abr|avr|kwi|апр|nis|кві)',
  '(?:may|kvě|maj|mai|mag|mei|мая|май|máj|тра)',
  '(?:jun|červn|juin|giu|cze|июн|jún|haz|чер)',
  '(?:jul|červenc|juil|lug|lip|июл|júl|tem|лип)',
  '(?:aug|srp|ago|aoû|aou|sie|авг|ağu|сер)',
  '(?:sep|zář|set|wrz|сен|eyl|вер)',
  '(?:oct|říj|okt|ott|paź|out|окт|eki|жов)',
  '(?:nov|lis|ноя|kas|лис)',
  '(?:dec|pros|des|dez|dic|déc|gru|дек|ara|гру)',
];

/** The first letters of months and weekdays. */
export const TIME_START = '(?:jan|feb|mar|apr|may|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)';

/** Other words next to numbers of ages, dates and times of day. */
export const TIME =
  '(?:jun|june|jul|july|second|seconds|minute|minutes|hour|hours|day|days|week|weeks|month|months|year|years|time|' +
  'times|ago|am|pm)';

/** Elements with a price. */
export const SHOWN_PRICE_NAMES =
  '(?:price|amount|cena(?![a-z])|preis|precio|hinta|prix|harga|prezzo|preco|preço|pret(?![a-z])|pris(?![a-z])|' +
  'fiyat)';

/** Elements with an old price: whole words of a name. */
export const OLD_PRICE_WORDS =
  '(?:old|was|strike\\w*|crossed|rrp|msrp|compare\\w*|before|previous|list-?price|original|uvp|vorher|statt|ancien|' +
  'antes|tachado|barre|barré)';

/** A whole line about a product that is sold out; words are expressions. */
export const SOLD_OUT =
  '(?:sold out|out of stock|currently unavailable|temporarily out of stock|نفد المخزون|vyprodáno|udsolgt|' +
  'ausverkauft|nicht (?:auf lager|verfügbar|lieferbar)|derzeit nicht verfügbar|agotado|sin stock|épuisé|' +
  'rupture de stock|en rupture|esaurito|non disponibile|在庫切れ|품절|uitverkocht|utsolgt|wyprzedane|esgotado|' +
  'нет в наличии|vypredané|slutsåld|售罄)';

/** The start of a line about a product in stock. */
export const IN_STOCK =
  '(?:in stock|available now|متوفر|skladem|i lager|på lager|auf lager|sofort lieferbar|lieferbar|en stock|' +
  'disponible|disponibile|在庫あり|in voorraad|op voorraad|w magazynie|em stock|in stoc|в наличии|есть в наличии|' +
  'skladom|na zalogi|有货)';

/** The whole text of a button that puts a product into the cart; words are expressions. */
export const BUY =
  '(?:(?:add|put|place) (?:to|in|into) (?:your |my |the )?(?:shopping )?(?:cart|basket|bag|trolley)|order now|' +
  'buy (?:it )?now|أضف (?:إلى|الى) (?:السلة|الحقيبة|حقيبة التسوق)|do koší?ka|přidat do košíku|objednat|læg i kurv|' +
  'in den (?:warenkorb|einkaufswagen)|(?:jetzt )?(?:kaufen|bestellen)|a[ñn]adir (?:al carrito|a la cesta|al carro)|' +
  'agregar al carr(?:o|ito)|comprar(?: ahora| agora)?|lisää ostoskoriin|ajouter au panier|acheter(?: maintenant)?|' +
  'achat immédiat|aggiungi al carrello|acquista(?: ora)?|カートに入れる|장바구니|in winkelwagen|legg i handlekurv|' +
  'dodaj (?:do koszyka|v košarico)|zamów|adicionar ao carrinho|adaug[aă] [iî]n co[sș]|купить|заказать|в корзину|' +
  'добавить в корзину|pridať do košíka|objednať|v košarico|naroči|lägg i varukorg(?:en)?|sepete ekle|加入购物车)';

/** Codes of currencies; after a slash their signs and names. Behind @ is the country in which a sign means this currency. */
export const CURRENCIES =
  'ZAR|EGP|MAD|TND|NGN/₦|KES|GHS|MUR/rs@MU|USD/US$/$@US/$@PR/$@EC|CAD/C$/CA$/$@CA|MXN/MX$/$@MX|BRL/R$|ARS/$@AR|' +
  'CLP/$@CL|COP/$@CO|PEN|UYU/$@UY|CRC/₡|JPY/円/¥@JP/￥@JP|CNY/元/¥@CN/￥@CN|KRW/원/₩|INR/₹/rs@IN|PKR/rs@PK|LKR/rs@LK|' +
  'NPR/rs@NP|BDT|SGD/S$/$@SG|HKD/HK$/$@HK|TWD/NT$/$@TW|THB/฿|MYR|IDR|PHP/₱|VND/₫|KZT/₸/тг|GEL/₾|AZN/₼|AED/د.إ|' +
  'SAR/ر.س|QAR|KWD|BHD|OMR|JOD|ILS/₪|EUR/€/euro/euros|GBP/£|CHF|SEK/kr@SE|NOK/kr@NO|DKK/kr@DK|ISK/kr@IS|PLN/zł|' +
  'CZK/kč|HUF/ft|RON/lei|BGN/лв|RSD|TRY/₺/tl|RUB/₽/руб|UAH/₴/грн|BYN/бел_руб|AUD/A$/AU$/$@AU|NZD/NZ$/$@NZ';

/** A word for a number. */
export const NUMBER_WORD =
  '(?:number|num|no|code|id|#|№|ref\\.?|numm?er|nr|n[uú]m[eé]ro|c[oó]digo|codice|cod|refer[eê]n(?:ce|cia|za)|' +
  'référence|kód|šifra|код)';

/** A word for a numbered product. */
export const NUMBERED_THING =
  '(?:(?:ebay(?:-?| ))?(?:item|article|product|object|style|listing|ad|post|lot|stock|catalog(?:ue)?|order)|artikel|' +
  'produkt|bestell|vare|articolo|art[ií]culo|artigo|produto|producto|produit|prodotto|objet|objeto|oggetto|produs|' +
  'produktu|tovaru|zboží|izdelka|tuote|товара|объявления)';

/** Labels of a brand. */
export const BRAND_LABEL =
  '(?:brand(?: name)?|manufacturer|marke|hersteller|märke|mærke|merke|marque|marca|fabricant|fabricante|produttore|' +
  'merk|značka|marka|márka|znamka|výrobce|výrobca|proizvajalec|merkki|producent|бренд|марка|производитель|' +
  'торговая марка|الماركة|العلامة التجارية|ブランド|브랜드|品牌)';

/** Labels of the number of a shop. */
export const SKU_LABEL =
  '(?:sku|asin|art\\.? ?-?(?:nr|no)\\.?|art\\.|r[eé]f\\.?|rif\\.?|r[eé]f[eé]rence|referencia|referência|cod\\.|' +
  'c[oó]digo|codice|referenz|kód|šifra|артикул|код|商品番号)';

/** Labels of the number of a manufacturer. */
export const MPN_LABEL =
  '(?:(?:item )?model|mpn|(?:manufacturer|mfr\\.?)(?:\\W?s)? ?(?:part|ref(?:erence)?|model)?|part|part-?no\\.?|' +
  'hersteller-?(?:artikel)?-?n(?:umme)?r\\.?|modell?(?:nummer)?|modelo|modello|codice produttore|' +
  'référence fabricant|модель)';

/** Labels of a GTIN. */
export const GTIN_LABEL =
  '(?:ean(?:-?\\d\\d)?(?:\\/upc)?|gtin(?:-?\\d\\d)?|upc|isbn(?:-?\\d\\d)?|barcode|čiarový kód|штрихкод)';
